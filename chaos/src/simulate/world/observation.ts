import type { ErrorCode, EventType, HelperCall, JobStatus } from '@copydesk/contract';
import type { QueryResultRow } from 'pg';

/** A job's row, and how many rows belong to it. */
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
  /** Messages that checks have caused: all of them, and those since a person's last message. */
  rounds: number;
  rounds_in_a_row: number;
  /** Messages that the automation has sent. */
  of_automation: number;
  /** Whether it ended while a pull request was opened, and nobody has looked for that yet. */
  unreconciled: boolean;
}

export interface PullRequestRow extends QueryResultRow {
  number: number;
  job_id: string;
  head_ref: string;
  head_commit: string;
  state: 'open' | 'merged' | 'closed';
  updated_at: string;
}

/** A commit whose checks are or were followed; its outcome ends that. */
export interface FollowingRow extends QueryResultRow {
  job_id: string;
  commit: string;
  outcome: string | null;
}

/** What can be seen of a stage at one moment. */
export interface Observation {
  jobs: JobRow[];
  pullRequests: PullRequestRow[];
  followings: FollowingRow[];
  branches: Map<string, string>;
}

/** A message of the conversation, as far as it matters here: a text, or parts, of which tool calls have an id. */
export interface StoredMessage {
  role: string;
  content: string | { type: string; toolCallId?: string }[];
}

/** Everything that a job has stored. */
export interface JobHistory extends QueryResultRow {
  messages: { position: number; prompt: string; read_at_step: number | null; round: string | null }[];
  events: { sequence: number; type: EventType; data: Record<string, unknown> }[];
  steps: { number: number; turn: number; messages: StoredMessage[]; helper_calls: HelperCall[] | null }[];
  deliveries: { number: number; branch: string; commit: string; finished: boolean }[];
}

/** The automation, its runs and what it has sent to jobs, oldest first. */
export interface AutomationHistory extends QueryResultRow {
  due_at: Date | null;
  leased_until: Date | null;
  /** How many events nobody has handled. */
  waiting: number;
  runs: { id: string; decision: string; why: string; events: number; job: string | null; created_at: string }[];
  messages: { job: string; prompt: string }[];
}
