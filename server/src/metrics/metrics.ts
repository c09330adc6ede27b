import type { Attributes, Tracing } from '../agent/tracing.ts';

/** Tokens as a provider reports them; what is read includes what the cache had. */
export interface ReportedTokens {
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}

/** What was read from the database and the disk, for gauges. */
export interface Look {
  /** Undefined when the database did not answer. */
  database:
    | {
        jobs: Record<JobState, { count: number; oldestSeconds: number }>;
        workersAlive: number;
        foldLagSeconds: number;
      }
    | undefined;
  disk: { freeBytes: number; totalBytes: number } | undefined;
}

export type JobState = 'running' | 'waiting' | 'put_off';

/** A pool of connections, as it is at the moment. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** A piece of work that is over: names and counts, which another process can be sent. */
export interface EndedWork {
  name: string;
  attributes: Attributes;
  failure: string | undefined;
  seconds: number;
}

/** What a request was for, as the route has it and not as the address was, and how long its reply took. */
export interface ReplyTiming {
  route: string;
  seconds: number;
}

/** What happens in this process, counted in memory: no call waits for anything. */
export interface Metrics {
  /** Counts what is told there, and hands it on. */
  tracing: (next: Tracing) => Tracing;
  /** `accepted`, `duplicate`, `dropped:…` or `refused:…`, as the health of a project has them. */
  countViews: (name: string, count: number) => void;
  /** A run of an automation of this kind, and what it decided. */
  ranAutomation: (kind: string, decision: string) => void;
  /** Counts a piece of work that was done in another process. */
  measure: (work: EndedWork) => void;
  replied: (room: string, status: number, timing?: ReplyTiming) => void;
  addPool: (name: string, read: () => PoolState) => void;
  /** Keeps what was found for those who ask. */
  look: (found: Look) => void;
  /** All of it in the text format of Prometheus. */
  read: () => Promise<{ text: string; contentType: string }>;
}
