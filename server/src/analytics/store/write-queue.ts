import type { Stored } from './arrival.ts';
import type { PlacedArrival } from './shards/shards.ts';

/** An arrival that waits for its transaction. */
export interface Waiting {
  arrival: PlacedArrival;
  /** The time of arrival, from a monotonic clock. */
  since: number;
  resolve: (stored: Stored) => void;
  reject: (error: unknown) => void;
}

interface LaneOptions {
  /** How many views share one transaction. A larger arrival is a group of its own. */
  groupViews: number;
  /** How long a few views wait for more. */
  gatherMilliseconds: number;
  /** Concurrent transactions: while one waits for the disk, the next is computed. */
  groups: number;
  /** Whether each transaction is for one shard only, as on the node of a cluster. */
  byShard: boolean;
  /** Stores a group and settles each arrival in it; never rejects. */
  write: (group: Waiting[]) => Promise<void>;
}

/** Arrivals that are being written. */
interface Group {
  arrivals: Waiting[];
  /** The shard of the first arrival. */
  shard: number;
  written: Promise<void>;
}

/** The queue of arrivals for one server, so that those for a lost node delay no others. */
export class WriteQueue {
  private readonly options: LaneOptions;
  private groups: readonly Group[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private waiting: Waiting[] = [];
  private waitingViews = 0;

  constructor(options: LaneOptions) {
    this.options = options;
  }

  add(waiting: Waiting): void {
    this.waiting.push(waiting);
    this.waitingViews += waiting.arrival.views.length;
    this.startSoon();
  }

  /** Writes everything that waits. */
  async drain(): Promise<void> {
    while (this.groups.length > 0 || this.waiting.length > 0) {
      this.startGroups();
      await Promise.all(this.groups.map(({ written }) => written));
    }
  }

  /** Removes and returns the arrivals that have waited since before a moment and are not being written. */
  takeOver(before: number): Waiting[] {
    const over = this.waiting.filter(({ since }) => since < before);
    this.waiting = this.waiting.filter(({ since }) => since >= before);
    this.waitingViews -= countViews(over);
    return over;
  }

  /** Returns the arrivals that are being written. */
  written(): Waiting[] {
    return this.groups.flatMap(({ arrivals }) => arrivals);
  }

  /** Lets single views wait a moment for others: a transaction costs the same for a hundred as for one. */
  private startSoon(): void {
    if (this.waitingViews >= this.options.groupViews / 8) return this.startGroups();
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.startGroups();
    }, this.options.gatherMilliseconds);
  }

  private startGroups(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) this.startGroup(next);
  }

  /** Returns the first arrival of the next group, or undefined when no group may start now. */
  private next(): Waiting | undefined {
    if (this.groups.length >= this.options.groups) return undefined;
    // A concurrent group is worth its cost only when it is large. Otherwise the waiting views join those that still
    // arrive.
    const isLarge = this.waitingViews >= this.options.groupViews / 4;
    if (this.groups.length === 0 || isLarge) return this.waiting[0];
    if (!this.options.byShard) return undefined;
    return this.waiting.find(({ arrival }) => !this.groups.some(({ shard }) => shard === arrival.shard));
  }

  private startGroup(first: Waiting): void {
    const arrivals = this.takeGroup(first);
    this.waitingViews -= countViews(arrivals);
    const written = this.options.write(arrivals).finally(() => {
      this.groups = this.groups.filter((other) => other !== group);
      if (this.waiting.length > 0) this.startSoon();
    });
    const group = { arrivals, shard: first.arrival.shard, written };
    this.groups = [...this.groups, group];
  }

  private takeGroup(first: Waiting): Waiting[] {
    const group: Waiting[] = [];
    const rest: Waiting[] = [];
    let views = 0;
    for (const waiting of this.waiting) {
      const isOther = this.options.byShard && waiting.arrival.shard !== first.arrival.shard;
      views += isOther ? 0 : waiting.arrival.views.length;
      const isTaken = !isOther && (group.length === 0 || views <= this.options.groupViews);
      (isTaken ? group : rest).push(waiting);
    }
    this.waiting = rest;
    return group;
  }
}

export function countViews(group: readonly Waiting[]): number {
  return group.reduce((views, { arrival }) => views + arrival.views.length, 0);
}
