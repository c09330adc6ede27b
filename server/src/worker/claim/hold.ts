import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { leaseLost } from '../../jobs/claim/lease.ts';
import type { Lease } from '../../jobs/claim/lease.ts';

/** What one run of a job works under: its lease, and the two ways in which it is stopped. */
export interface Hold {
  lease: Lease;
  /** Stop at once: the lease is lost, or the process is ending. The signal's reason is the error to end with. */
  signal: AbortSignal;
  /** Stop at the next step boundary, because the process is ending. */
  ending: AbortSignal;
  /**
   * Must be called at the last moment before something leaves the server. A process that was suspended and wakes up
   * continues where it was, before any timer can report that its lease expired meanwhile.
   *
   * @throws CopydeskError `lease_lost`, `draining`.
   */
  check: () => void;
  /** Waits for this many milliseconds, or until the hold ends. */
  pause: (milliseconds: number) => Promise<void>;
}

/** A hold as seen by the worker that created it. */
export interface OpenHold extends Hold {
  /** Reports that a statement sent at `sentAt` renewed the lease. */
  renewed: (sentAt: number) => void;
  /** Reports that the lease is lost. */
  lose: () => void;
  /** Ends the run because the process is ending: at the next step boundary, or at once. */
  end: (how: 'at-an-edge' | 'at-once') => void;
  /** Closes the hold after the run. */
  close: () => void;
}

/** A clock in milliseconds that never goes back, and keeps running while the process is stopped. */
export type MonotonicClock = () => number;

/** The {@link MonotonicClock} of this process. Changes to the time of day do not affect it. */
export const monotonic: MonotonicClock = () => performance.now();

/** Opens the hold for a lease that a statement sent at `sentAt` granted. */
export function openHold(options: {
  lease: Lease;
  leaseSeconds: number;
  sentAt: number;
  clock: MonotonicClock;
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}): OpenHold {
  const { lease, clock, sleep = sleepUntil } = options;
  const milliseconds = options.leaseSeconds * 1000;
  const hard = new AbortController();
  const soft = new AbortController();
  // Counted from when the statement was sent, so that the lease ends later by the database's clock than by this one,
  // never earlier.
  let until = options.sentAt + milliseconds;
  let timer: NodeJS.Timeout | undefined;

  const lose = (): void => hard.abort(leaseLost());
  const watch = (): void => {
    clearTimeout(timer);
    if (hard.signal.aborted) return;
    if (clock() >= until) lose();
    else timer = setTimeout(watch, until - clock()).unref();
  };
  watch();

  return {
    lease,
    signal: hard.signal,
    ending: soft.signal,
    check() {
      if (clock() >= until) lose();
      hard.signal.throwIfAborted();
    },
    pause: (duration) => sleep(duration, hard.signal),
    renewed(sentAt) {
      until = Math.max(until, sentAt + milliseconds);
      watch();
    },
    lose,
    end(how) {
      soft.abort(drainingError());
      if (how === 'at-once') hard.abort(drainingError());
    },
    close: () => clearTimeout(timer),
  };
}

async function sleepUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

function drainingError(): CopydeskError {
  return new CopydeskError('draining', 'The worker is shutting down; another worker continues the job.');
}
