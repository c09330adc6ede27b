import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { deliveredState, newestDelivery } from '../present.ts';

/**
 * Returns when the last pull request of a job was merged, or when Copydesk learnt of it.
 * @throws CopydeskError `pull_request_not_merged`
 */
export async function readMergedAt(db: Database, jobId: string): Promise<Date> {
  const { rows } = await sql<{ state: string; endedAt: Date | null }>`
    select one.state, one.ended_at as "endedAt" from job cross join lateral (
      select ${deliveredState} as state,
        coalesce(here.ended_at, delivery.pull_request_ended_at) as ended_at
      from ${newestDelivery}
    ) as one where job.id = ${jobId}
  `.execute(db);
  const [last] = rows;
  if (last?.state !== 'merged') throw notMerged(last?.state);
  if (last.endedAt === null) throw new CopydeskError('pull_request_not_merged', unknown);
  return last.endedAt;
}

const unknown =
  'The pull request was merged before Copydesk recorded the time of merges: its effect cannot be calculated.';

function notMerged(state: string | undefined): CopydeskError {
  const why = state === undefined ? 'The job has no pull request.' : `The pull request of the job is ${state}.`;
  return new CopydeskError(
    'pull_request_not_merged',
    `${why} Its effect on page views can be calculated after the merge.`,
  );
}
