import { isCopydeskError } from '@copydesk/contract';
import type { JobFailure } from '@copydesk/contract';
import { storable } from '../agent/storable.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';

/** How often a job is tried again after a fault that may pass, or after a crash, without progress in between. */
export const maximumAttempts = 5;

/** A provider may ask for days; a job is not to lie active and still for so long. */
const longestPauseSeconds = 3600;

/** What to do with a job whose turn ended in an error. */
export type Remedy =
  | { kind: 'let-go' }
  | { kind: 'give-back' }
  | { kind: 'retry'; afterSeconds: number }
  | { kind: 'fail'; failure: JobFailure };

/**
 * Decides by the error's code: a lost lease needs nothing, a fault that may pass is tried again with growing pauses,
 * all else fails the job with its reason.
 *
 * @param attempts how often the job was claimed since its last progress, this time included.
 */
export function remedyFor(error: unknown, attempts: number, ending: boolean): Remedy {
  if (isCopydeskError(error, 'lease_lost')) return { kind: 'let-go' };
  // Nothing can be stored: the lease runs out, and the job is taken up again when the database is back.
  if (isDatabaseUnavailable(error)) return { kind: 'let-go' };
  if (ending || isCopydeskError(error, 'draining')) return { kind: 'give-back' };
  const failure = failureOf(error);
  if ((mayPass.has(failure.code) || isPassingModelFailure(error)) && attempts < maximumAttempts) {
    const asked = isCopydeskError(error) ? error.retryAfterSeconds : undefined;
    return { kind: 'retry', afterSeconds: Math.min(asked ?? 2 ** attempts, longestPauseSeconds) };
  }
  return { kind: 'fail', failure };
}

/** A model that was busy, limited or cut off says how long to wait; one that refuses the request does not. */
function isPassingModelFailure(error: unknown): boolean {
  return isCopydeskError(error, 'model_failed') && error.retryAfterSeconds !== undefined;
}

/** Codes of faults that the same work may not meet again a little later. */
const mayPass = new Set<JobFailure['code']>([
  'repository_unreachable',
  'push_rejected',
  'pull_request_failed',
  'internal',
]);

/**
 * The failure as clients see it, and as the database can hold it: a detail may quote what a model or a page said.
 * What an unexpected error says is for the log alone.
 */
export function failureOf(error: unknown): JobFailure {
  if (isCopydeskError(error)) {
    const passing = error.code === 'model_failed' ? isPassingModelFailure(error) : error.retryable;
    return { code: error.code, detail: storable(error.message), retryable: passing };
  }
  const detail = 'Copydesk met an error of its own while working on the job. Its log holds the details.';
  return { code: 'internal', detail, retryable: true };
}
