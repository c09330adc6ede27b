import type { HelperCall } from '@copydesk/contract';
import { sql } from 'kysely';
import { readUsage } from '../../../server/src/jobs/usage/usage.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import { helperName } from '../hosts/remote-model.ts';
import { callOf } from '../hosts/writer.ts';

/** A job's row, as far as the rules read it. */
export interface JobRow {
  id: string;
  status: string;
  prLink: string | null;
  error: { code: string; detail: string } | null;
  branch: string;
  branchHead: string | null;
  epoch: number;
  events: number;
  steps: number;
  turn: number;
  messages: number;
  messagesRead: number;
}

export interface EventRow {
  job: string;
  sequence: number;
  at: Date;
  type: string;
  data: Record<string, unknown>;
}

export interface StepRow {
  number: number;
  turn: number;
  /** The call of the model that gave its answer; undefined for a step without one, such as a refusal. */
  call: string | undefined;
  /** Whether it edited a page. */
  edit: boolean;
  /** The numbers of the helper's calls that are stored with it. */
  helped: number[];
}

export interface MessageRow {
  position: number;
  prompt: string;
  readAtStep: number | null;
  /** Names the commit whose checks caused the message; null for a person's message. */
  round: string | null;
}

/** A commit whose checks were followed; without an outcome they still are. */
export interface FollowedRow {
  commit: string;
  outcome: string | null;
}

export interface DeliveryRow {
  number: number;
  turn: number;
  branch: string;
  commit: string;
  pullRequest: number | null;
  finished: boolean;
}

/** Everything that the database knows of one job. */
export interface JobFacts {
  row: JobRow;
  steps: StepRow[];
  messages: MessageRow[];
  deliveries: DeliveryRow[];
  followed: FollowedRow[];
  /** The cost of the helper's calls as people see it: each costs as many dollars as its number. */
  helperCost: number;
}

export async function readRows(db: Database): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select id, status, pr_link as "prLink", error, branch, branch_head as "branchHead", epoch, events, steps, turn,
      messages, messages_read as "messagesRead"
    from job order by id
  `.execute(db);
  return rows;
}

/** Reads the entries of all transcripts that are newer than what was seen of each. */
export async function readNewEvents(db: Database, seen: ReadonlyMap<string, number>): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select event.job_id as job, event.sequence, event.at, event.type, event.data
    from unnest(${[...seen.keys()]}::text[], ${[...seen.values()]}::integer[]) as known (job, sequence)
    join job_event as event on event.job_id = known.job and event.sequence > known.sequence
    order by event.job_id, event.sequence
  `.execute(db);
  return rows;
}

/** Reads one snapshot of a job, with its row. */
export async function readFacts(db: Database, job: string): Promise<JobFacts | undefined> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const row = (await readRows(transaction)).find(({ id }) => id === job);
      if (row === undefined) return undefined;
      const of = { job };
      return {
        row,
        steps: await readSteps(transaction, of),
        messages: await readMessages(transaction, of),
        deliveries: await readDeliveries(transaction, of),
        followed: await readFollowedOf(transaction, of),
        helperCost: await readHelperCost(transaction, of),
      };
    });
}

/** Reads the ids of all jobs whose first message is this prompt. */
export async function jobsOfPrompt(db: Database, prompt: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job_message')
    .select('job_id')
    .where('position', '=', 0)
    .where('prompt', '=', prompt)
    .execute();
  return rows.map((row) => row.job_id);
}

/** Returns the job that was the answer to an Idempotency-Key. */
export async function jobOfKey(db: Database, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('idempotency_key').select('job_id').where('key', '=', key).executeTakeFirst();
  return row?.job_id;
}

/** Reads the ids of all active jobs. */
export async function readActive(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('job').select('id').where('status', '=', 'active').execute();
  return rows.map(({ id }) => id);
}

/** Reads the jobs that the workers of a process hold. */
export async function readHeld(db: Database, processId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('worker', 'worker.id', 'job.leased_by')
    .select('job.id')
    .where('worker.process_id', '=', processId)
    .where('job.status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns when work on a job was last due, in milliseconds. */
export async function readDueAt(db: Database, job: string): Promise<number | undefined> {
  const row = await db.selectFrom('job').select('not_before').where('id', '=', job).executeTakeFirst();
  return row?.not_before.getTime();
}

/**
 * A commit whose checks are followed now, or about which a webhook has reported something that nobody has acted on yet.
 */
interface Unsettled {
  project: string;
  commit: string;
  state: 'followed' | 'reported';
  /** How often the host was asked. */
  asked: number;
}

export async function readUnsettled(db: Database): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select job.project_id as project, followed.commit, 'followed' as state, followed.asked
    from checked_commit followed join job on job.id = followed.job_id where followed.ended_at is null
    union
    select project_id, event ->> 'headCommit', 'reported', 0 from host_event
    where handled_at is null and event ->> 'kind' = 'checks_changed'
  `.execute(db);
  return rows;
}

interface Of {
  job: string;
}

type Part = { role?: string; content?: string | { type?: string; text?: string; toolCallId?: string }[] };

async function readSteps(db: Database, { job }: Of): Promise<StepRow[]> {
  const { rows } = await sql<{ number: number; turn: number; messages: Part[]; helped: HelperCall[] | null }>`
    select number, turn, messages, helper_calls as helped from job_step where job_id = ${job} order by number
  `.execute(db);
  return rows.map(({ number, turn, messages, helped }) => {
    const answer = messages.find(({ role }) => role === 'assistant')?.content ?? [];
    const parts = typeof answer === 'string' ? [{ type: 'text', text: answer }] : answer;
    return {
      number,
      turn,
      call: callOf(parts),
      edit: parts.some(({ type }) => type === 'tool-call'),
      helped: (helped ?? []).map(({ usage }) => usage.inputTokens ?? 0),
    };
  });
}

async function readHelperCost(db: Database, { job }: Of): Promise<number> {
  const { helpers = [] } = await readUsage(db, job, { budget: unlimited, prices: (model) => prices.get(model) });
  return helpers.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

const unlimited = { steps: null, tokens: null, usd: null, minutes: null };

const aDollarPerToken = { input: 1_000_000, output: 0, cachedInput: 0, cacheWrite: 0 };

const prices = new Map([[helperName, { ...aDollarPerToken, from: '2026-01-01', long: null, source: 'the rig' }]]);

async function readMessages(db: Database, { job }: Of): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select position, prompt, read_at_step as "readAtStep", origin ->> 'commentId' as round from job_message where job_id = ${job} order by position
  `.execute(db);
  return rows;
}

async function readDeliveries(db: Database, { job }: Of): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select number, turn, branch, commit, pull_request_number as "pullRequest", finished_at is not null as finished
    from job_delivery where job_id = ${job} order by number
  `.execute(db);
  return rows;
}

async function readFollowedOf(db: Database, { job }: Of): Promise<FollowedRow[]> {
  return await db
    .selectFrom('checked_commit')
    .select(['commit', 'outcome'])
    .where('job_id', '=', job)
    .orderBy('since')
    .execute();
}
