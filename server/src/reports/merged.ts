import { sql } from 'kysely';
import type { Span } from '../analytics/read/time/range.ts';
import type { Database } from '../postgres/database.ts';

/** A merged pull request of a job. */
export interface Merged {
  job: string;
  number: number;
  title: string;
  prLink: string;
  branch: string;
  mergedAt: Date;
}

/** Lists the pull requests of a project's jobs that were merged in some days, newest first. */
export async function readMerged(db: Database, projectId: string, { from, to }: Span): Promise<Merged[]> {
  const [since, until] = [new Date(from), new Date(to)];
  const { rows } = await sql<Merged>`
    select distinct on (delivery.job_id, delivery.pull_request_number)
      delivery.job_id as job, delivery.pull_request_number as number, delivery.title,
      delivery.pull_request_link as "prLink", delivery.branch, merged.at as "mergedAt"
    from (
      select at_host.job_id, at_host.pull_request_number as number, at_host.pull_request_ended_at as at
      from job_delivery at_host join job on job.id = at_host.job_id
      where job.project_id = ${projectId} and at_host.pull_request_state = 'merged'
        and at_host.pull_request_ended_at >= ${since} and at_host.pull_request_ended_at < ${until}
      union all
      select job_id, number, ended_at from pull_request
      where project_id = ${projectId} and state = 'merged' and job_id is not null
        and ended_at >= ${since} and ended_at < ${until}
    ) merged
    join job_delivery delivery on delivery.job_id = merged.job_id and delivery.pull_request_number = merged.number
    where delivery.pull_request_link is not null and delivery.finished_at is not null
    order by delivery.job_id, delivery.pull_request_number, delivery.number desc
  `.execute(db);
  return rows.sort((one, other) => other.mergedAt.getTime() - one.mergedAt.getTime());
}
