import type { Attributes, Tracing } from '../agent/call/tracing.ts';

/** Tokens as a provider reports them; input tokens include those read from the cache. */
export interface ReportedTokens {
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}

/** Values read from the database and the disk, for gauges. */
export interface GaugeReadings {
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

/** The current state of a pool of connections. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** A finished piece of work: only names and counts, so that it can be sent to another process. */
export interface EndedWork {
  name: string;
  attributes: Attributes;
  failure: string | undefined;
  seconds: number;
}

/** The route pattern of a request (not its address), and how long the reply took. */
export interface ReplyTiming {
  route: string;
  seconds: number;
}

/** Counts what happens in this process, in memory: no call waits for anything. */
export interface Metrics {
  /** Wraps a tracing: counts what it is called with, and passes the calls on. */
  tracing: (next: Tracing) => Tracing;
  /** The name is `accepted`, `duplicate`, `dropped:…` or `refused:…`, as in the health of a project. */
  countViews: (name: string, count: number) => void;
  /** Counts a run of an automation of this kind, with its decision. */
  ranAutomation: (kind: string, decision: string) => void;
  /** Counts a piece of work that was done in another process. */
  measure: (work: EndedWork) => void;
  replied: (room: string, status: number, timing?: ReplyTiming) => void;
  addPool: (name: string, read: () => PoolState) => void;
  /** Stores the values that the gauges show. */
  setGauges: (found: GaugeReadings) => void;
  /** Returns all metrics in the text format of Prometheus. */
  read: () => Promise<{ text: string; contentType: string }>;
}
