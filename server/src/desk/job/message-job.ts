import type { Actor } from '../../audit/actor.ts';
import type { Accepted } from '../../jobs/request/create.ts';
import { messageJob } from '../../jobs/request/message.ts';
import type { NewMessage } from '../../jobs/request/message.ts';
import type { Database } from '../../postgres/database.ts';
import { audited } from '../audited.ts';
import { nameOfJob } from './name-of-job.ts';

/**
 * Sends a follow-up to a job for somebody.
 *
 * @throws CopydeskError those of {@link messageJob}.
 */
export async function sendMessage(db: Database, actor: Actor, request: NewMessage): Promise<Accepted> {
  return await audited(
    db,
    actor,
    (transaction) => messageJob(transaction, request),
    ({ job, replayed }) =>
      replayed ? undefined : { action: 'job.message', projectId: request.projectId, subject: nameOfJob(job) },
  );
}
