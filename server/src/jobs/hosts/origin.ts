import { JobFailure, eventData } from '@copydesk/contract';
import type { EventData } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { appendEvents } from '../events.ts';

/** The comment at a code host that a message came from, and where its answer belongs; or failed checks there. */
export const Origin = z.object({
  /** Absent for a comment. A message from failed checks is answered by the commit that it leads to. */
  kind: z.literal('checks').optional(),
  /** Unique within the project. */
  commentId: z.string(),
  author: z.string(),
  link: z.string(),
  /** The number of the pull request. */
  number: z.int(),
  thread: z.string().nullable(),
});

export type Origin = z.infer<typeof Origin>;

/** A message that came from a comment, and its outcome. */
export interface Unanswered {
  jobId: string;
  position: number;
  origin: Origin;
  outcome: Outcome;
}

/** The outcome of the message's turn; otherwise how the job first settled after it. */
const Outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('completed'), sequence: z.int(), at: z.coerce.date(), data: eventData.completed }),
  z.object({ type: z.literal('failed'), sequence: z.int(), at: z.coerce.date(), data: JobFailure }),
  z.object({ type: z.literal('archived'), sequence: z.int(), at: z.coerce.date(), data: eventData.archived }),
]);

export type Outcome = z.infer<typeof Outcome>;

const UnansweredRow = z.object({ jobId: z.string(), position: z.int(), origin: Origin, outcome: Outcome });

/**
 * Returns messages of a project that came from comments, were worked on, and are not answered there yet, in their
 * order.
 */
export async function listUnanswered(db: Database, projectId: string): Promise<Unanswered[]> {
  const { rows } = await sql`
    select message.job_id as "jobId", message.position, message.origin, coalesce(
      message.outcome,
      jsonb_build_object('type', settled.type, 'sequence', settled.sequence, 'at', settled.at, 'data', settled.data)
    ) as outcome
    from job_message message join job on job.id = message.job_id
    join lateral (
      select sequence from job_event
      where job_id = message.job_id and type = 'message' and (data ->> 'position')::integer = message.position
    ) sent on true
    left join lateral (
      select type, sequence, at, data from job_event
      where job_id = message.job_id and sequence > sent.sequence and type in ('completed', 'failed', 'archived')
        and message.outcome is null and job.status <> 'active'
      order by sequence limit 1
    ) settled on true
    where message.origin is not null and message.answered_at is null
      and job.project_id = ${projectId} and (message.outcome is not null or settled.type is not null)
    order by message.job_id, message.position limit 50
  `.execute(db);
  return z.array(UnansweredRow).parse(rows);
}

/**
 * Stores the outcome of a turn's messages when it is over and the job continues with others: the outcome of those does
 * not answer these. Nor does it answer messages after which the job had settled before, and whose answer is still due.
 */
export async function keepOutcome(
  transaction: DatabaseTransaction,
  jobId: string,
  data: EventData<'completed'>,
): Promise<void> {
  await sql`
    update job_message message
    set outcome = jsonb_build_object(
      'type', 'completed', 'sequence', job.events, 'at', now(), 'data', ${JSON.stringify(data)}::jsonb
    )
    from job
    where job.id = ${jobId} and message.job_id = job.id and message.read_at_step is not null
      and message.origin is not null and message.answered_at is null and message.outcome is null
      and not exists (
        select from job_event sent join job_event settled
          on settled.job_id = sent.job_id and settled.sequence > sent.sequence and settled.type in ('completed', 'failed')
        where sent.job_id = job.id and sent.type = 'message' and (sent.data ->> 'position')::integer = message.position
      )
  `.execute(transaction);
}

/** Whether a turn has read messages and all of them came from comments: each is answered where it was written. */
export async function isAskedInComments(db: Database, jobId: string, turn: number): Promise<boolean> {
  const { rows } = await sql<{ all: boolean | null }>`
    select bool_and(message.origin is not null and message.origin ->> 'kind' is null) as all
    from job_step step join job_message message on message.job_id = step.job_id and message.read_at_step = step.number
    where step.job_id = ${jobId} and step.turn = ${turn}
  `.execute(db);
  return rows[0]?.all === true;
}

/** Marks messages as answered; with `because`, as never to be answered, and the transcript gives that reason. */
export async function markAnswered(
  db: Database,
  answered: { jobId: string; positions: readonly number[]; because?: string },
): Promise<void> {
  const { jobId, positions, because } = answered;
  await db.transaction().execute(async (transaction) => {
    const first = await transaction
      .updateTable('job_message')
      .set({ answered_at: sql<Date>`now()` })
      .where('job_id', '=', jobId)
      .where('position', 'in', [...positions])
      .where('answered_at', 'is', null)
      .executeTakeFirst();
    if (because === undefined || first.numUpdatedRows === 0n) return;
    await appendEvents(transaction, jobId, [{ type: 'noted', data: { detail: because } }]);
  });
}

/** Whether a comment has already become a message of a job. */
export async function hasMessageOf(
  transaction: DatabaseTransaction,
  jobId: string,
  { commentId }: Pick<Origin, 'commentId'>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('job_message')
    .select('position')
    .where('job_id', '=', jobId)
    .where(sql<boolean>`origin ->> 'commentId' = ${commentId}`)
    .where('origin', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
