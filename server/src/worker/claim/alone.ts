import { CopydeskError } from '@copydesk/contract';
import {
  interruptionsAlone,
  isSuspected,
  mostClaims,
  pauseAfterInterruptions,
} from '../../jobs/claim/interruptions.ts';
import type { Lease, LeasedJob } from '../../jobs/claim/lease.ts';
import { releaseJob, WaitingReason } from '../../jobs/claim/release.ts';
import type { Release } from '../../jobs/claim/release.ts';
import { failJob } from '../../jobs/settle/settle.ts';
import { allMessages, failureOf } from '../failure.ts';
import type { Hold } from './hold.ts';
import type { WorkerServices } from '../services.ts';
import { whileHeld } from './while-held.ts';

/** Starts a process that works on one job, under the lease that this process has taken and keeps renewing. */
export type StartAlone = (lease: Lease) => AloneProcess;

/** A process that works on a single job. */
export interface AloneProcess {
  /** Never rejects. */
  ended: Promise<AloneEnd>;
  /** Ends the process at the job's next step boundary, or at once. */
  end: (how: 'at-an-edge' | 'at-once') => void;
}

/**
 * `left`: the process settled the job, gave it back or lost it. `not-begun`: the process ended before it took the job.
 */
export type AloneEnd =
  | { kind: 'left' }
  | { kind: 'not-begun' }
  | { kind: 'died'; code: number | null; signal: NodeJS.Signals | null; outOfMemory: boolean };

/** How many such processes a worker runs at once. Each takes about as much memory as a worker. */
export const mostAlone = 3;

/** Whether a job must run alone. A job that was claimed too often fails without another process. */
export function runsAlone(job: Pick<LeasedJob, 'attempts'>): boolean {
  return isSuspected(job) && job.attempts <= mostClaims;
}

/** Lets a separate process work on a leased job, and records in the job how that process ended. */
export async function workAlone(
  services: WorkerServices,
  job: LeasedJob,
  hold: Hold,
  start: StartAlone,
): Promise<void> {
  const process = start(hold.lease);
  const listeners = [
    callOnAbort(hold.ending, () => process.end('at-an-edge')),
    callOnAbort(hold.signal, () => process.end('at-once')),
  ];
  const end = await process.ended;
  for (const remove of listeners) remove();
  if (end.kind === 'left') return;
  // This process killed it: the lease is lost, or this process is ending and gives the job back like all others.
  if (hold.signal.aborted) return await releaseJob(services.db, hold.lease, { afterSeconds: 0, counts: 'nothing' });
  const release = releaseAfter(end, job);
  services.log.warn(
    { job: job.id, attempts: job.attempts, detail: release.because?.detail },
    'a job alone was interrupted',
  );
  await whileHeld(hold, async () => {
    if (end.kind === 'not-begun' || job.attempts < mostClaims)
      return await releaseJob(services.db, hold.lease, release);
    const failure = failureOf(interruptedTooOften({ waiting: release.because }));
    await failJob(services.db, hold.lease, { failure, messagesKnown: allMessages });
  });
}

function releaseAfter(end: Exclude<AloneEnd, { kind: 'left' }>, job: LeasedJob): Release {
  const toldSeconds = WaitingReason.safeParse(job.waiting).data?.toldSeconds ?? 0;
  const afterSeconds = pauseAfterInterruptions(job.attempts);
  const because = (detail: string): WaitingReason => ({ code: 'internal', detail, toldSeconds });
  if (end.kind === 'not-begun') {
    return { afterSeconds, counts: 'retry', because: because('No process could be started for the job to run alone.') };
  }
  return {
    afterSeconds,
    counts: 'crash',
    because: because(`The process that ran only this job ${whatWasSeen(end)}.`),
  };
}

function whatWasSeen({ code, signal, outOfMemory }: Extract<AloneEnd, { kind: 'died' }>): string {
  if (outOfMemory) return 'ran out of memory';
  if (signal === 'SIGKILL') return 'was killed (SIGKILL), as happens if the system is short of memory';
  return signal === null ? `crashed (exit code ${code})` : `crashed (${signal})`;
}

/** The error of a job that took down one process after another. It names what was seen last. */
export function interruptedTooOften({ waiting }: { waiting: unknown }): CopydeskError {
  const seen = WaitingReason.safeParse(waiting).data;
  const last = seen?.code === 'internal' ? seen.detail : 'Its process ended without a message.';
  return new CopydeskError(
    'internal',
    `The job was interrupted ${interruptionsAlone} times at the same step while it ran alone, so Copydesk does not try it again ` +
      `by itself. The last time: ${last}`,
  );
}

function callOnAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}
