import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

const dayMilliseconds = 86_400_000;

/** Whole days after a merge that its effect is read from. */
export const effectDays = 14;

/** Someone who turns the comments on gets no flood of old ones: a pull request has this many days to be commented on. */
const daysToComment = 7;

/** A worker that has died in the middle is followed by another after this time. */
const attemptMinutes = 50;

/** A merged pull request whose effect can be read now. */
export interface EffectDue {
  projectId: string;
  jobId: string;
  /** The pull request's number at its code host. */
  number: number;
  branch: string;
  mergedAt: Date;
}

/**
 * Claims merged pull requests of projects that want a comment on their effect, and whose 14 days have ended. Each is claimed by
 * one worker; one that was not ended is due again after 50 minutes, for a week.
 */
export async function claimEffectsDue(db: Database, now: Date, most: number): Promise<EffectDue[]> {
  const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const until = new Date(today - effectDays * dayMilliseconds);
  const since = new Date(until.getTime() - daysToComment * dayMilliseconds);
  const { rows } = await sql<EffectDue>`
    with due as (
      select delivery.job_id, delivery.number, job.project_id
      from job_delivery delivery
        join job on job.id = delivery.job_id
        join project on project.id = job.project_id
      where delivery.pull_request_state = 'merged' and delivery.pull_request_number is not null
        and delivery.pull_request_ended_at >= ${since} and delivery.pull_request_ended_at < ${until}
        and delivery.finished_at is not null and delivery.effect_ended_at is null
        and (delivery.effect_attempted_at is null
          or delivery.effect_attempted_at < ${now}::timestamptz - make_interval(mins => ${attemptMinutes}))
        and project.effect_comment = 'on' and project.deleted_at is null
        and not exists (
          select from job_delivery later where later.job_id = delivery.job_id and later.number > delivery.number
            and later.pull_request_number = delivery.pull_request_number and later.finished_at is not null
        )
      order by delivery.pull_request_ended_at limit ${most}
      for update of delivery skip locked
    )
    update job_delivery delivery set effect_attempted_at = ${now}
    from due where delivery.job_id = due.job_id and delivery.number = due.number
    returning due.project_id as "projectId", delivery.job_id as "jobId", delivery.pull_request_number as number,
      delivery.branch, delivery.pull_request_ended_at as "mergedAt"
  `.execute(db);
  return rows;
}

/** Stores that the effect of a pull request needs no further attempt. */
export async function endEffectComment(
  db: Database,
  { jobId, number }: Pick<EffectDue, 'jobId' | 'number'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('job_delivery')
    .set({ effect_ended_at: now })
    .where('job_id', '=', jobId)
    .where('pull_request_number', '=', number)
    .execute();
}
