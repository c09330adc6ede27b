import type { Stored } from './arrival.ts';
import type { PlacedArrival } from './shards.ts';

/** An arrival that waits for its transaction. */
export interface Waiting {
  arrival: PlacedArrival;
  /** When it arrived, by the clock that never goes back. */
  since: number;
  resolve: (stored: Stored) => void;
  reject: (error: unknown) => void;
}

interface LaneOptions {
  /** Views of one transaction. One arrival that has more is a group of its own. */
  groupViews: number;
  /** How long a few views wait for more. */
  gatherMilliseconds: number;
  /** Transactions under way: while one waits for the disk, the next is computed. */
  groups: number;
  /** Whether each transaction is of one shard, as on the node of a cluster. */
  byShard: boolean;
  /** Stores a group and answers each of it; never rejects. */
  write: (group: Waiting[]) => Promise<void>;
}

/** Arrivals that are being written. */
interface Group {
  arrivals: Waiting[];
  /** Of the first of them. */
  shard: number;
  written: Promise<void>;
}

/** Arrivals that wait for one server: who waits for a node that is lost holds up nobody else. */
export class Lane {
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

  /** Writes all that waits. */
  async drain(): Promise<void> {
    while (this.groups.length > 0 || this.waiting.length > 0) {
      this.startGroups();
      await Promise.all(this.groups.map(({ written }) => written));
    }
  }

  /** Takes out of the lane what has waited since before a moment and is not being written. */
  takeOver(before: number): Waiting[] {
    const over = this.waiting.filter(({ since }) => since < before);
    this.waiting = this.waiting.filter(({ since }) => since >= before);
    this.waitingViews -= countViews(over);
    return over;
  }

  /** What is being written. */
  written(): Waiting[] {
    return this.groups.flatMap(({ arrivals }) => arrivals);
  }

  /** Single views wait for others for a moment: a transaction costs the same for a hundred as for one. */
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

  /** What the next group begins with, where one may be begun. */
  private next(): Waiting | undefined {
    if (this.groups.length >= this.options.groups) return undefined;
    // A second one is worth its cost only when it is large: else what waits goes along with what still arrives.
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
