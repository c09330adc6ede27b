import type { EventEmitter } from 'node:events';
import { overloaded } from './seats.ts';

/** Turns of a kind of work of which only so much is done at once. */
export interface FairTurns {
  /**
   * Waits for a turn. Answers the function that ends it; again it does nothing.
   *
   * @param client whose `close` ends the waiting: whoever asked is not there any more.
   * @throws CopydeskError `overloaded` when the turn does not come in time, and to one who has gone.
   */
  take(holder: string, client?: EventEmitter): Promise<() => void>;
  /** Does a piece of work when its turn comes. @throws CopydeskError also `overloaded` */
  spend<T>(holder: string, work: () => Promise<T>): Promise<T>;
}

/** How many have a turn at once, all of them and those of one holder, and how long is waited for one. */
export interface FairTurnsLimits {
  all: number;
  ofOne: number;
  waitMilliseconds: number;
  /** What one is told whose turn does not come in time. */
  refusal: string;
}

/**
 * Gives turns to holders one after the other, whoever of them has more waiting: one who asks for 200 transcripts keeps another
 * waiting for those that are being made, and not for all of these.
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
      // What is short and was due meanwhile comes before the next.
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
      // Whoever had a turn is the last to have the next one, here already where more are free.
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
