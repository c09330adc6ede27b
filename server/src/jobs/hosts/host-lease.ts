import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/**
 * The right to handle the code host of a project for some time: to poll it, to act on its events and to answer there.
 * Only one worker at a time has it, so that comments become messages in their order, and an unreachable host is polled
 * by one worker and not by all. Whatever is done under it may be done twice: by a worker that was stopped and by its
 * successor.
 */
export interface HostLease {
  projectId: string;
  /** Raised by the next holder. */
  epoch: number;
  /** How often in a row handling the host has failed. */
  failures: number;
  /** Whether the host must be polled now. */
  isPollDue: boolean;
  /** The time up to which all events are known. */
  syncedUntil: Date;
  webhookSeenAt: Date | null;
}

/** Takes the project that has waited longest with due work; returns undefined when none has any. */
export async function leaseNextHost(db: Database, leaseSeconds: number): Promise<HostLease | undefined> {
  const { rows } = await sql<HostLease>`
    with wanted as (
      select project_id from code_host_connection where poll_after <= now()
      union
      select project_id from host_event where handled_at is null and not_before <= now()
      union
      select job.project_id from job_message message join job on job.id = message.job_id
      where message.origin is not null and message.answered_at is null
        and (job.status <> 'active' or message.outcome is not null)
      union
      select job.project_id from checked_commit followed join job on job.id = followed.job_id
      where followed.ended_at is null and followed.ask_after <= now()
    ), due as (
      select project_id from code_host_connection
      where project_id in (select project_id from wanted) and attend_after <= now() and host <> 'git'
      order by attend_after limit 1
      for update skip locked
    )
    update code_host_connection connection
    set attend_after = now() + make_interval(secs => ${leaseSeconds}), attend_epoch = attend_epoch + 1
    from due where connection.project_id = due.project_id
    returning connection.project_id as "projectId", attend_epoch as epoch, attend_failures as failures,
      poll_after <= now() as "isPollDue", synced_until as "syncedUntil", webhook_seen_at as "webhookSeenAt"
  `.execute(db);
  return rows[0];
}

/** Renews the right for the same time. @returns whether this holder still had it. */
export async function renewHostLease(
  db: Database,
  { projectId, epoch }: Pick<HostLease, 'projectId' | 'epoch'>,
  leaseSeconds: number,
): Promise<boolean> {
  const renewed = await db
    .updateTable('code_host_connection')
    .set({ attend_after: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('project_id', '=', projectId)
    .where('attend_epoch', '=', epoch)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Gives the right up, so that the next holder can take it at once, or after the pause that the host needs. */
export async function endHostLease(
  db: Database,
  { projectId, epoch, failures }: Pick<HostLease, 'projectId' | 'epoch' | 'failures'>,
  { pauseSeconds, failed }: { pauseSeconds: number; failed: boolean },
): Promise<void> {
  await db
    .updateTable('code_host_connection')
    .set({
      attend_after: sql<Date>`now() + make_interval(secs => ${pauseSeconds})`,
      attend_failures: failed ? failures + 1 : 0,
    })
    .where('project_id', '=', projectId)
    .where('attend_epoch', '=', epoch)
    .execute();
}

/** Stores up to when all events are known, and when to poll again. */
export async function storePoll(
  db: Database,
  projectId: string,
  poll: { syncedUntil?: Date; afterSeconds: number },
): Promise<void> {
  await db
    .updateTable('code_host_connection')
    .set({
      poll_after: sql<Date>`now() + make_interval(secs => ${poll.afterSeconds})`,
      ...(poll.syncedUntil && { synced_until: sql<Date>`greatest(synced_until, ${poll.syncedUntil})` }),
    })
    .where('project_id', '=', projectId)
    .execute();
}
