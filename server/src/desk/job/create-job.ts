import type { Actor } from '../../audit/actor.ts';
import { entryOf } from '../../audit/record.ts';
import { createJob } from '../../jobs/request/create.ts';
import type { Accepted, NewJob } from '../../jobs/request/create.ts';
import type { Database } from '../../postgres/database.ts';
import { nameOfJob } from './name-of-job.ts';

/**
 * Starts a job for somebody. A request that was accepted before gets its job again, without a second audit entry.
 *
 * @throws CopydeskError those of {@link createJob}.
 */
export async function startJob(
  db: Database,
  actor: Actor,
  request: Omit<NewJob, 'author' | 'auditEntry'>,
): Promise<Accepted> {
  const { project, model } = request;
  return await createJob(db, {
    ...request,
    author: { kind: actor.kind, id: actor.id, name: actor.name },
    auditEntry: (job) =>
      entryOf(actor, { action: 'job.create', projectId: project.id, subject: nameOfJob(job), detail: { model } }),
  });
}
