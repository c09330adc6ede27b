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
export function openFairTurns(limits: FairTurnsLimits): FairTurns {
  return new Rotation(limits);
}

class Rotation implements FairTurns {
  readonly #limits: FairTurnsLimits;
  readonly #queues = new Map<string, Set<Waiting>>();
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(limits: FairTurnsLimits) {
    this.#limits = limits;
  }

  async take(holder: string, client?: EventEmitter): Promise<() => void> {
    if (this.#queues.size === 0 && this.#hasTurn(holder)) return this.#begin(holder);
    const { waitMilliseconds, refusal } = this.#limits;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiting = { begin: resolve };
    const giveUp = (): void => {
      this.#leave(holder, waiting);
      reject(overloaded(refusal));
    };
    const timer = setTimeout(giveUp, waitMilliseconds);
    client?.once('close', giveUp);
    this.#queues.set(holder, (this.#queues.get(holder) ?? new Set()).add(waiting));
    setImmediate(this.#giveOut);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      client?.off('close', giveUp);
    }
  }

  async spend<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const end = await this.take(holder);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #hasTurn(holder: string): boolean {
    return this.#taken < this.#limits.all && (this.#held.get(holder) ?? 0) < this.#limits.ofOne;
  }

  #begin(holder: string): () => void {
    this.#taken += 1;
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(holder);
    };
  }

  #end(holder: string): void {
    this.#taken -= 1;
    const left = (this.#held.get(holder) ?? 0) - 1;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
    // Short work that became due meanwhile runs before the next turn.
    if (this.#queues.size > 0) setImmediate(this.#giveOut);
  }

  #leave(holder: string, waiting: Waiting): void {
    const queue = this.#queues.get(holder);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#queues.delete(holder);
  }

  readonly #giveOut = (): void => {
    for (const [holder, queue] of this.#queues) {
      const [next] = queue;
      if (next === undefined || !this.#hasTurn(holder)) continue;
      this.#leave(holder, next);
      // A holder that got a turn moves to the end of the line, also when several turns are free.
      if (this.#queues.delete(holder)) this.#queues.set(holder, queue);
      next.begin(this.#begin(holder));
    }
  };
}

interface Waiting {
  begin: (end: () => void) => void;
}
