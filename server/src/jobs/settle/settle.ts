import type { EventData, JobFailure } from '@copydesk/contract';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../../postgres/database.ts';
import { announceJob } from './announce.ts';
import { appendEvents } from '../events.ts';
import { insertStep, markRead } from '../run/journal.ts';
import type { StepEntry } from '../run/journal.ts';
import { leaseLost, updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';
import { keepOutcome } from '../hosts/origin.ts';
import { outcomeOf } from './outcome.ts';
import type { TurnEnding } from './outcome.ts';
import { settleFeedback } from '../readers-feedback.ts';
import { progressed } from '../claim/release.ts';

/** `settled`, or `unread` when messages were accepted that the turn has not seen: the job stays active and leased. */
export type Settlement = 'settled' | 'unread';

/** The values of a job's row when its turn is over. */
const turnIsOver = { base_commit: null, turn_started_at: null, tree: null, ...progressed } as const;
/** The raised epoch keeps the former holder out of the turn that the next message begins. */
const leaseIsOver = { epoch: sql<number>`epoch + 1`, leased_by: null, leased_until: null } as const;

/**
 * Completes a job whose turn was delivered or changed nothing. Status, link and transcript are written in one
 * transaction. It locks the job's row before it checks whether a message has come in meanwhile: accepting a message
 * changes the same row, so one of the two always sees the other.
 *
 * @throws CopydeskError `lease_lost`.
 */
export async function completeJob(
  db: Database,
  lease: Lease,
  { ended, ...turn }: TurnEnding & Pick<EventData<'completed'>, 'usage'>,
): Promise<Settlement> {
  const outcome = outcomeOf({ ...turn, ended });
  const data = { ...turn, outcome: outcome.kind };
  return await db.transaction().execute(async (transaction) => {
    const settled = await settle(transaction, lease, sql<boolean>`messages = messages_read`, {
      ...turnIsOver,
      ...leaseIsOver,
      status: 'completed',
      pr_link: turn.prLink,
      outcome: JSON.stringify(outcome),
    });
    if (!settled) await updateLeased(transaction, lease, turnIsOver);
    await transaction.deleteFrom('job_file').where('job_id', '=', lease.jobId).execute();
    if (!settled) {
      await keepOutcome(transaction, lease.jobId, data);
      return 'unread';
    }
    await appendEvents(transaction, lease.jobId, [{ type: 'completed', data }]);
    await settleFeedback(transaction, lease.jobId);
    await announceJob(transaction, lease.jobId, 'completed', outcome.kind);
    return 'settled';
  });
}

/** A failed turn: the reason and, when the model refused, the step that says so. */
export interface FailedTurn {
  failure: JobFailure;
  /** How many messages the turn knew of; a later one is worked on before the job fails. */
  messagesKnown: number;
  /** Whether the turn has nothing to continue from: a message begins a new one. */
  isOver?: boolean;
  /** Contains the instruction and the refusal, so that a follow-up does not get the same refusal again. */
  refusal?: StepEntry;
}

/**
 * Fails a job. Its files of the turn stay in the journal, so that a message can continue from there, unless the turn is
 * over.
 *
 * @throws CopydeskError `lease_lost`.
 */
export async function failJob(db: Database, lease: Lease, turn: FailedTurn): Promise<Settlement> {
  return await db.transaction().execute(async (transaction) => {
    const { refusal, isOver = false } = turn;
    const left = isOver ? turnIsOver : progressed;
    if (refusal !== undefined) await recordRefusal(transaction, lease, refusal);
    const unseen = sql<boolean>`messages <= ${turn.messagesKnown}::integer`;
    const settled = await settle(transaction, lease, unseen, {
      ...leaseIsOver,
      ...left,
      status: 'failed',
      error: JSON.stringify(turn.failure),
    });
    if (isOver) await transaction.deleteFrom('job_file').where('job_id', '=', lease.jobId).execute();
    if (!settled && isOver) await updateLeased(transaction, lease, turnIsOver);
    if (!settled) return 'unread';
    await appendEvents(transaction, lease.jobId, [{ type: 'failed', data: turn.failure }]);
    await settleFeedback(transaction, lease.jobId);
    await announceJob(transaction, lease.jobId, 'failed', 'failed');
    return 'settled';
  });
}

async function recordRefusal(transaction: DatabaseTransaction, lease: Lease, step: StepEntry): Promise<void> {
  await updateLeased(transaction, lease, {
    steps: step.number,
    tree: step.tree,
    messages_read: sql<number>`messages_read + ${step.messagesRead.length}::integer`,
  });
  await insertStep(transaction, lease.jobId, step);
  await markRead(transaction, lease.jobId, step.messagesRead, step.number);
}

/** @returns whether the condition was met. @throws CopydeskError `lease_lost`. */
async function settle(
  transaction: DatabaseTransaction,
  lease: Lease,
  condition: ReturnType<typeof sql<boolean>>,
  change: UpdateObject<Schema, 'job'>,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('job')
    .select(condition.as('allowed'))
    .where('id', '=', lease.jobId)
    .where('epoch', '=', lease.epoch)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) throw leaseLost();
  if (!held.allowed) return false;
  await updateLeased(transaction, lease, change);
  return true;
}
