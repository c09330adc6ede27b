import type { EventData } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { appendEvents } from '../events.ts';
import { updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';

/** A file that differs from the turn's base commit; null content is a deletion. */
export interface JournaledFile {
  path: string;
  content: Uint8Array | null;
  mode: '100644' | '100755';
}

/** A message of a job that the agent has not read yet. */
export interface UnreadMessage {
  position: number;
  prompt: string;
}

/** The state in which a turn begins. */
export interface TurnStart {
  baseCommit: string;
  /** Author and committer time of the future commit, so that a repeated commit has the same id. */
  startedAt: Date;
  branch: string;
  /** The commit at which the branch began; the diff of the job is shown against it. */
  branchBase: string;
  /**
   * Set for a turn that merges its base commit into its own branch: the branch's head, which becomes a parent of its
   * commit, and the result of the merge as a difference from the base commit.
   */
  merge?: { head: string; files: readonly JournaledFile[]; tree: string };
  /**
   * Set for the first turn of a job that carries another one's change: the result of the change as a difference from
   * the base commit.
   */
  carried?: { files: readonly JournaledFile[]; tree: string };
}

/** One complete step: what was sent to the model, what it and its tools replied, and what changed. */
export interface StepEntry {
  number: number;
  turn: number;
  messagesRead: readonly number[];
  /** JSON: the messages that this step appended to the conversation. */
  messages: unknown;
  tree: string;
  /** Files that were changed, or whose change was reverted (`undone`), since the step before. */
  files: { changed: readonly JournaledFile[]; undone: readonly string[] };
  finishReason: string;
  startedAt: Date;
  finishedAt: Date;
  event: Omit<EventData<'step'>, 'step' | 'messages'>;
  /** How much the conversation was shortened before this step. */
  shortened?: Omit<EventData<'compacted'>, 'step'>;
}

/** Stores that a turn has begun. @throws CopydeskError `lease_lost`. */
export async function beginTurn(db: Database, lease: Lease, turn: number, start: TurnStart): Promise<void> {
  const begunWith = start.merge ?? start.carried;
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {
      turn,
      base_commit: start.baseCommit,
      turn_started_at: start.startedAt,
      tree: begunWith?.tree ?? null,
      merge_head: start.merge?.head ?? null,
      branch: start.branch,
      branch_base: start.branchBase,
      // A new branch has no delivery yet.
      branch_head: sql<string | null>`case when branch = ${start.branch} then branch_head end`,
    });
    await transaction.deleteFrom('job_file').where('job_id', '=', lease.jobId).execute();
    if (begunWith) await storeFiles(transaction, lease.jobId, { changed: begunWith.files, undone: [] });
    const { baseCommit, branch } = start;
    await appendEvents(transaction, lease.jobId, [
      { type: 'turn_started', data: { turn, baseCommit, branch, resumed: false } },
    ]);
  });
}

/** Returns what the journal contains about a job's conversation and the files of its current turn. */
export async function readJournal(
  db: Database,
  jobId: string,
): Promise<{
  steps: { number: number; turn: number; messages: unknown }[];
  files: JournaledFile[];
}> {
  const steps = await db
    .selectFrom('job_step')
    .select(['number', 'turn', 'messages'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute();
  return { steps, files: await readFiles(db, jobId) };
}

/** Returns the files of a job's current turn that differ from its base commit. */
export async function readFiles(db: Database, jobId: string): Promise<JournaledFile[]> {
  const files = await db
    .selectFrom('job_file')
    .select(['path', 'content', 'mode'])
    .where('job_id', '=', jobId)
    .orderBy('path')
    .execute();
  return files.map(({ path, content, mode }) => ({ path, content, mode: mode === '100755' ? mode : '100644' }));
}

/** Returns the messages that the agent has not read, in the order in which they were accepted. */
export async function readUnread(db: Database, jobId: string): Promise<UnreadMessage[]> {
  return await db
    .selectFrom('job_message')
    .select(['position', 'prompt'])
    .where('job_id', '=', jobId)
    .where('read_at_step', 'is', null)
    .orderBy('position')
    .execute();
}

export async function insertStep(transaction: DatabaseTransaction, jobId: string, step: StepEntry): Promise<void> {
  await transaction
    .insertInto('job_step')
    .values({
      job_id: jobId,
      number: step.number,
      turn: step.turn,
      messages: JSON.stringify(step.messages),
      tree: step.tree,
      usage: JSON.stringify(step.event.usage),
      finish_reason: step.finishReason,
      started_at: step.startedAt,
      finished_at: step.finishedAt,
    })
    .execute();
}

export async function markRead(
  transaction: DatabaseTransaction,
  jobId: string,
  positions: readonly number[],
  step: number,
): Promise<void> {
  if (positions.length === 0) return;
  await transaction
    .updateTable('job_message')
    .set({ read_at_step: step })
    .where('job_id', '=', jobId)
    .where('position', 'in', [...positions])
    .execute();
}

/** Stores all files with one statement, however many: a step of the built-in model may change hundreds. */
export async function storeFiles(
  transaction: DatabaseTransaction,
  jobId: string,
  files: StepEntry['files'],
): Promise<void> {
  const { changed, undone } = files;
  if (changed.length > 0) {
    await sql`
      insert into job_file (job_id, path, content, mode)
      select ${jobId}, file.path, file.content, file.mode
      from unnest(
        ${changed.map((file) => file.path)}::text[],
        ${changed.map((file) => file.content && Buffer.from(file.content))}::bytea[],
        ${changed.map((file) => file.mode)}::text[]
      ) as file (path, content, mode)
      on conflict (job_id, path) do update set content = excluded.content, mode = excluded.mode
    `.execute(transaction);
  }
  if (undone.length > 0) {
    await transaction
      .deleteFrom('job_file')
      .where('job_id', '=', jobId)
      .where('path', 'in', [...undone])
      .execute();
  }
}

/** Appends to the transcript of a leased job. @throws CopydeskError `lease_lost`. */
export async function recordEvent(
  db: Database,
  lease: Lease,
  event: Parameters<typeof appendEvents>[2][number],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, {});
    await appendEvents(transaction, lease.jobId, [event]);
  });
}
