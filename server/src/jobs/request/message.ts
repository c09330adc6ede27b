import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { inTransaction } from '../../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { readAny, wakeWorkers } from './create.ts';
import type { Accepted } from './create.ts';
import { appendEvents } from '../events.ts';
import { findAccepted, storeAccepted } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { jobNotFound } from '../not-found.ts';
import { hasMessageOf } from '../hosts/origin.ts';
import type { Origin } from '../hosts/origin.ts';
import { presentedColumns, presentJob } from '../present.ts';
import type { PresentedRow } from '../present.ts';
import { useQuota } from './quota.ts';
import { settleFeedback } from '../readers-feedback.ts';
import { statusesBefore } from '../states.ts';

/** How many messages may wait for the agent at once. */
export const maximumQueuedMessages = 20;

export interface NewMessage {
  projectId: string;
  jobId: string;
  prompt: string;
  /** The comment or the checks that it came from. Such a message is accepted once. */
  origin?: Origin;
  idempotency?: Idempotency;
  quota?: { perHour: number };
  now: Date;
}

/**
 * Accepts a follow-up: the job is active when it returns, and the message comes after all that were accepted before.
 *
 * @throws CopydeskError `not_found`, `job_archived`, `too_many_messages`, and those of {@link createJob}.
 */
export async function messageJob(db: Database, request: NewMessage): Promise<Accepted> {
  return await inTransaction(db, async (transaction) => await acceptMessage(transaction, request));
}

/** Does the same as a part of a transaction: together with its other changes, or not at all. */
export async function acceptMessage(transaction: DatabaseTransaction, request: NewMessage): Promise<Accepted> {
  const { idempotency, jobId, origin } = request;
  const earlier = idempotency && (await findAccepted(transaction, request.projectId, idempotency));
  if (earlier !== undefined) return { job: await readAny(transaction, earlier), replayed: true };
  if (origin !== undefined && (await hasMessageOf(transaction, jobId, origin))) {
    return { job: await readAny(transaction, jobId), replayed: true };
  }
  const quota =
    request.quota &&
    (await useQuota(transaction, request.projectId, 'message', { ...request.quota, now: request.now }));
  const row = (await activate(transaction, request)) ?? (await refuse(transaction, request));
  await storeMessage(transaction, request, row.messages - 1);
  await settleFeedback(transaction, request.jobId);
  if (idempotency) await storeAccepted(transaction, request.projectId, request.jobId, idempotency);
  return { job: presentJob(row), replayed: false, quota };
}

/**
 * Activates the job with one conditional update: a call that settles the job at the same moment sees the raised count
 * of messages, because both change the same row. A failed turn continues with its files as the next turn, with its own
 * repair rounds.
 */
async function activate(
  transaction: DatabaseTransaction,
  request: NewMessage,
): Promise<(PresentedRow & { messages: number }) | undefined> {
  return await transaction
    .updateTable('job')
    .set((eb) => ({
      status: 'active',
      pr_link: null,
      error: null,
      outcome: null,
      messages: eb('messages', '+', 1),
      updated_at: request.now,
      turn: sql<number>`case when status = 'failed' and base_commit is not null then turn + 1 else turn end`,
      // A settled job starts a new budget. An active one continues with the rest of its budget, and waits as long as
      // before. The exception is a job whose finished change waits for other jobs: it reads the message first, and then
      // waits with the result.
      budget_start: eb.case().when('status', '=', 'active').then(eb.ref('budget_start')).else(eb.ref('steps')).end(),
      not_before: sql<Date>`case when status = 'active' and not ${waitsForOthers} then not_before else now() end`,
    }))
    .where('id', '=', request.jobId)
    .where('project_id', '=', request.projectId)
    .where('status', 'in', [...statusesBefore('message')])
    .where((eb) => eb(eb('messages', '-', eb.ref('messages_read')), '<', maximumQueuedMessages))
    .returning([...presentedColumns, 'messages'])
    .executeTakeFirst();
}

const waitsForOthers = sql<boolean>`exists (
  select from shared_wait wait where wait.job_id = job.id and wait.turn = job.turn and wait.passed_at is null
)`;

async function refuse(transaction: DatabaseTransaction, request: NewMessage): Promise<never> {
  const row = await transaction
    .selectFrom('job')
    .select('status')
    .where('id', '=', request.jobId)
    .where('project_id', '=', request.projectId)
    .executeTakeFirst();
  if (row === undefined) throw jobNotFound();
  if (row.status === 'archived') {
    throw new CopydeskError('job_archived', 'The job is archived and accepts no more messages. Create a new job.');
  }
  throw new CopydeskError(
    'too_many_messages',
    `${maximumQueuedMessages} messages are already waiting for the agent. Send this one when it has read some.`,
    { retryAfterSeconds: 10 },
  );
}

async function storeMessage(transaction: DatabaseTransaction, request: NewMessage, position: number): Promise<void> {
  const { jobId, prompt, origin } = request;
  await transaction
    .insertInto('job_message')
    .values({
      job_id: jobId,
      position,
      prompt,
      origin: origin && JSON.stringify(origin),
      // Without a question, no person waits for an answer.
      answered_at: origin?.kind === 'checks' ? request.now : null,
    })
    .execute();
  const from = origin && { ...(origin.kind && { kind: origin.kind }), author: origin.author, link: origin.link };
  await appendEvents(transaction, jobId, [{ type: 'message', data: { position, prompt, from } }]);
  await wakeWorkers(transaction);
}
