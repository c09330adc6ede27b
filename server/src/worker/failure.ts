import { isCopydeskError } from '@copydesk/contract';
import type { JobFailure } from '@copydesk/contract';
import { storable } from '../agent/call/storable.ts';
import { WaitingReason } from '../jobs/claim/release.ts';
import type { Release } from '../jobs/claim/release.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';

/** How often a job may hit a bug, or be interrupted, before the next bug makes it fail. */
const maximumAttempts = 5;

/** Before a turn has read its messages, they cannot be the cause of a failure: the job fails with all of them. */
export const allMessages = 2 ** 31 - 1;

/** How long a job waits for a fault to pass. */
export interface Patience {
  /** Without progress, and not counting the long pauses that a provider asked for. */
  minutes: number;
  /** From 0 to 1. It spreads jobs that wait for the same host. */
  random: () => number;
}

/**
 * The longest pause between two tries, except one that a provider asks for: after a fix, jobs continue no later than that.
 */
const longestPauseSeconds = 60;

/**
 * The most that all pauses together may last that a provider asks for without progress in between. Its limits are per
 * day at most.
 */
const longestRequestedSeconds = 24 * 3600;

/** What to do with a job whose turn ended in an error. */
export type Remedy =
  | { kind: 'let-go' }
  | { kind: 'give-back' }
  | ({ kind: 'put-off'; because: WaitingReason } & Release)
  | { kind: 'fail'; failure: JobFailure };

/** What the job has been through since its last progress. */
export interface RetryState {
  /** Claims that did not end in an orderly way, including the present one. */
  attempts: number;
  retries: number;
  waiting: unknown;
  waiting_since: Date | null;
}

/**
 * Decides by the error's code. A lost lease needs nothing. A fault that may pass postpones the job with growing pauses,
 * or for as long as the provider asked, until its patience ends. Everything else fails the job with its reason.
 */
export function remedyFor(error: unknown, job: RetryState, now: { time: Date; patience: Patience }): Remedy {
  if (isCopydeskError(error, 'lease_lost')) return { kind: 'let-go' };
  // Nothing can be stored: the lease expires, and the job is taken up again when the database is back.
  if (isDatabaseUnavailable(error)) return { kind: 'let-go' };
  if (isCopydeskError(error, 'draining')) return { kind: 'give-back' };
  const failure = failureOf(error);
  if (!failure.retryable || !mayPass.has(failure.code)) return { kind: 'fail', failure };
  if (failure.code === 'internal') return afterBug(failure, job, now.patience);
  return putOff(failure, job, { ...now, requested: isCopydeskError(error) ? error.retryAfterSeconds : undefined });
}

/** Codes of faults that may be gone when the same work is retried a little later. */
const mayPass = new Set<JobFailure['code']>([
  'repository_unreachable',
  'push_rejected',
  'pull_request_failed',
  'code_host_limited',
  'code_host_unreachable',
  'model_failed',
  'storage_full',
  'internal',
]);

/** A bug seldom passes, so it counts like a crash. */
function afterBug(failure: JobFailure, job: RetryState, patience: Patience): Remedy {
  if (job.attempts >= maximumAttempts) return { kind: 'fail', failure };
  const because = { code: failure.code, detail: failure.detail, toldSeconds: requestedSoFar(job) };
  return { kind: 'put-off', afterSeconds: pause(job.attempts, patience), counts: 'crash', because };
}

function putOff(
  failure: JobFailure,
  job: RetryState,
  now: { time: Date; patience: Patience; requested: number | undefined },
): Remedy {
  const { requested = 0, patience } = now;
  const requestedBefore = requestedSoFar(job);
  const waitedSeconds = (now.time.getTime() - (job.waiting_since ?? now.time).getTime()) / 1000 - requestedBefore;
  const isLong = requested > longestPauseSeconds;
  if (isLong && requestedBefore + requested > longestRequestedSeconds) {
    return { kind: 'fail', failure: { ...failure, detail: askedTooLong(failure.detail, requested) } };
  }
  if (waitedSeconds >= patience.minutes * 60) {
    return { kind: 'fail', failure: { ...failure, detail: waitedInVain(failure.detail, job, now.time) } };
  }
  const { code, detail } = failure;
  const because = { code, detail, toldSeconds: requestedBefore + (isLong ? requested : 0) };
  const afterSeconds =
    requested > 0 ? requested + patience.random() * Math.min(requested / 10, 30) : pause(job.retries + 1, patience);
  return { kind: 'put-off', afterSeconds, counts: 'retry', because };
}

/**
 * Returns about 2, 4, 8, 16, 32, 60, 60 … seconds before try 2, 3, 4 … of the same thing. Other faults of the job say
 * nothing about it.
 */
function pause(tries: number, { random }: Patience): number {
  return Math.min(2 ** tries, longestPauseSeconds) * (0.8 + 0.4 * random());
}

function requestedSoFar({ waiting }: RetryState): number {
  return WaitingReason.safeParse(waiting).data?.toldSeconds ?? 0;
}

function askedTooLong(detail: string, toldSeconds: number): string {
  const hours = Math.ceil(toldSeconds / 3600).toLocaleString('en');
  return `${detail} It asks to wait for ${hours} hours, which is longer than a job waits. Send a message after that time.`;
}

function waitedInVain(detail: string, job: RetryState, now: Date): string {
  const minutes = job.waiting_since === null ? 0 : Math.round((now.getTime() - job.waiting_since.getTime()) / 60_000);
  const waited = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${detail} Copydesk waited ${waited} for this to pass. Send a message when it has passed: the job continues from there.`;
}

/**
 * Returns the failure as clients see it, and as the database can store it: a detail may quote what a model or a page
 * said. The message of an unexpected error goes only to the log.
 */
export function failureOf(error: unknown): JobFailure {
  if (isCopydeskError(error)) {
    return { code: error.code, detail: storable(error.message), retryable: error.retryable };
  }
  const detail = 'Copydesk had an error of its own while it worked on the job. Its log contains the details.';
  return { code: 'internal', detail, retryable: true };
}
