import { TriggerDelivery } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../postgres/database.ts';

/** How many are kept of one trigger. */
const mostKept = 20;

/** How long a reason is told. */
const longestDetail = 300;

export const RecentDeliveries = z.array(TriggerDelivery);

/**
 * Notes what came to a trigger. Of what is refused, which anybody may send, no more than one a second is kept: the others
 * would only push out what tells more.
 */
export async function noteDelivery(db: Database, triggerId: string, delivery: TriggerDelivery): Promise<void> {
  const noted = { ...delivery, detail: delivery.detail?.slice(0, longestDetail).toWellFormed() ?? null };
  await sql`
    update trigger set recent = jsonb_path_query_array(
      jsonb_build_array(${JSON.stringify(noted)}::jsonb) || recent, ${`$[0 to ${mostKept - 1}]`}::jsonpath
    )
    where id = ${triggerId} and not (
      ${delivery.outcome} = 'refused' and recent -> 0 ->> 'outcome' = 'refused'
      and (recent -> 0 ->> 'at')::timestamptz > ${delivery.at}::timestamptz - interval '1 second'
    )
  `.execute(db);
}
