import type { Actor } from '../../audit/actor.ts';
import { archiveOnce } from '../../jobs/settle/archive.ts';
import type { ArchiveRequest } from '../../jobs/settle/archive.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { nameOfJob } from './name-of-job.ts';

const archivers: Record<Actor['kind'], ArchiveRequest['by']> = {
  person: 'person',
  key: 'api',
  command: 'operator',
  system: 'operator',
};

/**
 * Archives a job for somebody. A job that is archived already is returned as it is. @throws CopydeskError `not_found`.
 */
export async function archiveJobFor(
  db: Database,
  actor: Actor,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<StoredJob> {
  const { job } = await audited(
    db,
    actor,
    (transaction) => archiveOnce(transaction, { projectId, jobId, by: archivers[actor.kind] }),
    (done) => (done.archivedNow ? { action: 'job.archive', projectId, subject: nameOfJob(done.job) } : undefined),
  );
  return job;
}
