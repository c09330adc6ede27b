import type { EventEmitter } from 'node:events';
import { overloaded } from './slots.ts';

/** Limits how much work of one kind runs at once. */
export interface FairTurns {
  /**
   * Waits for a turn. Returns a function that ends it; a second call does nothing.
   *
   * @param client its `close` event ends the waiting, because the caller has disconnected.
   * @throws CopydeskError `overloaded` when the turn does not come in time, or the client has disconnected.
   */
  take(holder: string, client?: EventEmitter): Promise<() => void>;
  /** Runs a piece of work when its turn comes. @throws CopydeskError also `overloaded` */
  spend<T>(holder: string, work: () => Promise<T>): Promise<T>;
}

/** How many have a turn at once, in all and per holder, and how long a caller waits for one. */
export interface FairTurnsLimits {
  all: number;
  ofOne: number;
  waitMilliseconds: number;
  /** The error text when the turn does not come in time. */
  refusal: string;
}

/**
 * Gives turns to the holders in rotation, however many requests each has waiting: while one holder requests 200
 * transcripts, another waits only for those that are being built, and not for all 200.
 */
export function openFairTurns({ all, ofOne, waitMilliseconds, refusal }: FairTurnsLimits): FairTurns {
  const queues = new Map<string, Set<Waiting>>();
  const held = new Map<string, number>();
  let taken = 0;

  const begin = (holder: string): (() => void) => {
    taken += 1;
    held.set(holder, (held.get(holder) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      taken -= 1;
      const left = (held.get(holder) ?? 0) - 1;
      if (left > 0) held.set(holder, left);
      else held.delete(holder);
      // Short work that became due meanwhile runs before the next turn.
      if (queues.size > 0) setImmediate(giveOut);
    };
  };
  const hasTurn = (holder: string): boolean => taken < all && (held.get(holder) ?? 0) < ofOne;
  const leave = (holder: string, waiting: Waiting): void => {
    const queue = queues.get(holder);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.delete(holder);
  };
  const giveOut = (): void => {
    for (const [holder, queue] of queues) {
      const [next] = queue;
      if (next === undefined || !hasTurn(holder)) continue;
      leave(holder, next);
      // A holder that got a turn moves to the end of the line, also when several turns are free.
      if (queues.delete(holder)) queues.set(holder, queue);
      next.begin(begin(holder));
    }
  };

  const turns: FairTurns = {
    async take(holder, client) {
      if (queues.size === 0 && hasTurn(holder)) return begin(holder);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiting = { begin: resolve };
      const giveUp = (): void => {
        leave(holder, waiting);
        reject(overloaded(refusal));
      };
      const timer = setTimeout(giveUp, waitMilliseconds);
      client?.once('close', giveUp);
      queues.set(holder, (queues.get(holder) ?? new Set()).add(waiting));
      setImmediate(giveOut);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        client?.off('close', giveUp);
      }
    },
    async spend(holder, work) {
      const end = await turns.take(holder);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
  return turns;
}

interface Waiting {
  begin: (end: () => void) => void;
}
