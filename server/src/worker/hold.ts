import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { leaseLost } from '../jobs/lease.ts';
import type { Lease } from '../jobs/lease.ts';

/** What one run of a job works under: its lease, and the two ways in which it is told to stop. */
export interface Hold {
  lease: Lease;
  /** Stop at once: the lease is lost, or the process ends. Its reason is the error to end with. */
  signal: AbortSignal;
  /** Stop at the next step's edge: the process is to end. */
  ending: AbortSignal;
  /**
   * To be asked in the last moment before something leaves the house: a process that was stopped and wakes up goes on
   * where it was, before any timer can tell it that its lease has run out meanwhile.
   *
   * @throws CopydeskError `lease_lost`, `draining`.
   */
  check: () => void;
  /** Waits so many milliseconds, or until the hold ends. */
  pause: (milliseconds: number) => Promise<void>;
}

/** A hold as the worker that gave it sees it. */
export interface OpenHold extends Hold {
  /** The lease was renewed by a statement that was sent at `sentAt`. */
  renewed: (sentAt: number) => void;
  /** The lease is gone. */
  lose: () => void;
  /** The process is to end: at the next step's edge, or at once. */
  end: (how: 'at-an-edge' | 'at-once') => void;
  /** The run is over. */
  close: () => void;
}

/** A clock of milliseconds that never goes back, and goes on while the process is stopped. */
export type MonotonicClock = () => number;

/** The {@link MonotonicClock} of this process: it knows nothing of changes to the time of day. */
export const monotonic: MonotonicClock = () => performance.now();

/** Opens the hold of a lease that was given by a statement sent at `sentAt`. */
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
  // Counted from the sending: by the database's clock the lease ends later than by this one, never earlier.
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
      soft.abort(draining());
      if (how === 'at-once') hard.abort(draining());
    },
    close: () => clearTimeout(timer),
  };
}

async function sleepUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}

function draining(): CopydeskError {
  return new CopydeskError('draining', 'The worker is shutting down; another goes on with the job.');
}
