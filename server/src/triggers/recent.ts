import { TriggerDelivery } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../postgres/database.ts';

/** How many are kept for one trigger. */
const mostKept = 20;

/** The longest reason that is shown. */
const longestDetail = 300;

export const RecentDeliveries = z.array(TriggerDelivery);

/**
 * Stores a request to a trigger. Refused requests, which anybody may send, are stored at most once a second: more of
 * them would push out the useful entries.
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
