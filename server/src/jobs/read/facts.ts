import { eventData } from '@copydesk/contract';
import type { JobEvent } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';

/** A summary of a whole transcript, without reading all of it. */
export interface TranscriptFacts {
  /** The sequence number of the last entry that changed files; null when there is none. */
  changedAt: number | null;
  /** The checks of the current or last turn, in their order. */
  checks: Extract<JobEvent, { type: 'checked' }>['data'][];
}

const Facts = z.object({ changedAt: z.int().nullable(), checks: z.array(eventData.checked) });

/** Reads backwards from the end of the transcript, to the beginning of the turn. */
export async function readFacts(db: Database, jobId: string): Promise<TranscriptFacts> {
  const { rows } = await sql`
    select (
      select sequence from job_event where job_id = ${jobId}
        and (type = 'pushed' or type = 'step' and data -> 'changedFiles' <> '[]') order by sequence desc limit 1
    ) as "changedAt", coalesce((
      select jsonb_agg(data order by sequence) from job_event
      where job_id = ${jobId} and type = 'checked' and sequence > coalesce((
        select sequence from job_event where job_id = ${jobId} and type = 'turn_started' order by sequence desc limit 1
      ), 0)
    ), '[]') as checks
  `.execute(db);
  return Facts.parse(rows[0]);
}
