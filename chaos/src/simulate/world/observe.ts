import type { ErrorCode, EventType, JobStatus } from '@copydesk/contract';
import type { QueryResultRow } from 'pg';
import type { Stage } from './stage.ts';

/** A job's row, and how much hangs on it. */
export interface JobRow extends QueryResultRow {
  id: string;
  status: JobStatus;
  pr_link: string | null;
  error: { code: ErrorCode; detail: string } | null;
  epoch: number;
  leased_until: Date | null;
  not_before: Date;
  updated_at: Date;
  messages: number;
  messages_read: number;
  events: number;
  steps: number;
  turn: number;
  branch: string;
  deliveries: number;
}

export interface PullRequestRow extends QueryResultRow {
  number: number;
  job_id: string;
  head_ref: string;
  head_commit: string;
  state: 'open' | 'merged' | 'closed';
  updated_at: Date;
}

/** What can be seen of a stage at one moment. */
export interface Sight {
  jobs: JobRow[];
  pullRequests: PullRequestRow[];
  branches: Map<string, string>;
}

export async function observe(stage: Stage): Promise<Sight> {
  const ids = stage.jobs.map(({ id }) => id);
  return {
    jobs: await read<JobRow>(stage, jobRows, ids),
    pullRequests: await read<PullRequestRow>(stage, pullRequestRows, ids),
    branches: new Map(stage.origin.branches),
  };
}

const jobRows = `
  select id, status, pr_link, error, epoch, leased_until, not_before, updated_at, messages, messages_read, events, steps,
    turn, branch, (select count(*) from job_delivery where job_id = job.id) as deliveries
  from job where id = any($1) order by id`;

const pullRequestRows = `
  select number, job_id, head_ref, head_commit, state, updated_at
  from pull_request where job_id = any($1) order by number`;

/** A message of the conversation, as far as it matters here: a text, or parts of which tool calls have an id. */
export interface Said {
  role: string;
  content: string | { type: string; toolCallId?: string }[];
}

/** What a job has left behind, whole. */
export interface JobHistory extends QueryResultRow {
  messages: { position: number; prompt: string; read_at_step: number | null }[];
  events: { sequence: number; type: EventType; data: Record<string, unknown> }[];
  steps: { number: number; turn: number; messages: Said[] }[];
  deliveries: { number: number; branch: string; commit: string; finished: boolean }[];
}

export async function readHistory(stage: Stage, jobId: string): Promise<JobHistory> {
  const [history] = await read<JobHistory>(stage, historyOf, jobId);
  if (history === undefined) throw new Error(`there is no job ${jobId}`);
  return history;
}

const rowsOf = (columns: string, table: string, order: string): string =>
  `(select coalesce(jsonb_agg(to_jsonb(row) order by row.${order}), '[]')
    from (select ${columns} from ${table} where job_id = job.id) as row)`;

const historyOf = `
  select ${rowsOf('position, prompt, read_at_step', 'job_message', 'position')} as messages,
    ${rowsOf('sequence, type, data', 'job_event', 'sequence')} as events,
    ${rowsOf('number, turn, messages', 'job_step', 'number')} as steps,
    ${rowsOf('number, branch, commit, finished_at is not null as finished', 'job_delivery', 'number')} as deliveries
  from job where id = $1`;

async function read<Row extends QueryResultRow>(stage: Stage, text: string, value: unknown): Promise<Row[]> {
  const { rows } = await stage.lane.observer.query<Row>(text, [value], stage.clock.milliseconds());
  return rows;
}
