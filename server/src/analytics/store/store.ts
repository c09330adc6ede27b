import { randomInt } from 'node:crypto';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { analyzeGrown } from '../../postgres/analyze-grown.ts';
import { databaseErrors, isDatabaseUnavailable } from '../../postgres/database.ts';
import { isCancelled } from '../../postgres/faults.ts';
import { Placements } from '../cluster/placements.ts';
import { oneServer } from '../cluster/state.ts';
import type { Arrival, Stored, ViewStore } from './arrival.ts';
import { dayOf } from './calendar.ts';
import { newFolder } from './fold/fold.ts';
import { HealthCounts, writers } from './health.ts';
import { countViews, WriteQueue } from './write-queue.ts';
import type { Waiting } from './write-queue.ts';
import { Numbering } from './numbered-view.ts';
import { PackThread } from './pack-thread.ts';
import { Partitions } from './shards/partitions.ts';
import { placeArrival, ShardsChanged } from './shards/shards.ts';
import type { PlacedArrival, Shards } from './shards/shards.ts';
import { unusedProject } from './project-version.ts';
import { defaultLimits } from './store-options.ts';
import type { StoreLimits, ViewStoreOptions } from './store-options.ts';
import { Unfolded } from './fold/unfolded.ts';
import { addHealth, writeGroup } from './write.ts';
import type { WriterState } from './write.ts';

/**
 * Each resolved arrival answers a request at once, which takes 40 to 150 µs: 512 browsers in one turn would delay
 * others.
 */
const answersATurn = 32;

/** How many groups wait while others are written: of 32 batches of 1,000 views sent at once, three fifths wait. */
const groupsInWait = 3;

/** Concurrent transactions on one node of a cluster, each for one shard. */
const groupsOfNode = 4;

/**
 * Opens the store. Views that arrive while transactions are in progress share the next one: a thousand browsers share
 * one write to the disk.
 */
export function openViewStore(options: ViewStoreOptions): ViewStore {
  return new GroupingStore(options);
}

class GroupingStore implements ViewStore {
  private readonly options: ViewStoreOptions;
  private readonly limits: StoreLimits;
  private readonly state: WriterState;
  private readonly placements: Placements;
  private readonly lanes = new Map<number, WriteQueue>();
  private readonly closed = new AbortController();
  private readonly folding: Promise<void>;
  private readonly expiry: NodeJS.Timeout;
  /** Views that wait or are being written. */
  private waitingViews = 0;
  private refusals = new HealthCounts();
  private readonly packing = new PackThread();
  private readonly unfolded: Unfolded;

  constructor(options: ViewStoreOptions) {
    const { db, retentionMonths } = options;
    this.options = options;
    this.limits = { ...defaultLimits, ...options.limits };
    this.state = {
      db,
      retentionMonths,
      numbering: new Numbering(db),
      partitions: new Partitions(db),
      sites: new Set(),
      writer: randomInt(writers),
    };
    this.placements = new Placements(db);
    this.unfolded = new Unfolded(db, newFolder(this.packing.pack));
    this.folding = this.keepFolding();
    this.expiry = setInterval(() => this.expire(), 1_000).unref();
  }

  async write(arrival: Arrival): Promise<Stored> {
    if (this.closed.signal.aborted) throw new CopydeskError('draining', 'The server is shutting down. Send it again.');
    const views = arrival.views.length;
    if (this.waitingViews > 0 && this.waitingViews + views > this.limits.waitingViews) {
      throw new CopydeskError(
        'overloaded',
        'More views arrive than can be stored. None of these was counted; send them again shortly, with the same ids.',
        { retryAfterSeconds: 2 },
      );
    }
    this.waitingViews += views;
    const shards = this.shardsOf(arrival);
    const parts = placeArrival(arrival, shards instanceof Promise ? await shards : shards);
    const [first] = parts;
    // Nearly all arrivals belong to one shard.
    if (first !== undefined && parts.length === 1) return await this.writePart(first);
    const stored = await Promise.all(parts.map(async (part) => await this.writePart(part)));
    return stored.reduce((sum, { accepted, duplicates }) => ({
      accepted: sum.accepted + accepted,
      duplicates: sum.duplicates + duplicates,
    }));
  }

  /** Reads the shards of a project once; a write detects when they have changed. */
  private shardsOf({ projectId, views }: Arrival): Shards | Promise<Shards> {
    const { readers } = this.state.numbering;
    const known = readers.recallVersion(projectId);
    if (known !== undefined) return known.shards;
    return readers.versionsOf([projectId]).then(
      (versions) => (versions.get(projectId) ?? unusedProject(projectId)).shards,
      (error: unknown) => {
        this.waitingViews -= views.length;
        return databaseErrors(error);
      },
    );
  }

  private async writePart(part: PlacedArrival): Promise<Stored> {
    const { promise, resolve, reject } = Promise.withResolvers<Stored>();
    const waiting = { arrival: part, since: performance.now(), resolve, reject };
    const node = this.placements.nodeOf(part.shard);
    if (typeof node === 'number') this.laneOf(node).add(waiting);
    else await this.addWhenFound(node, waiting);
    try {
      return await promise;
    } catch (error) {
      if (error instanceof ShardsChanged) return await this.write(part);
      throw error;
    }
  }

  private async addWhenFound(node: Promise<number>, waiting: Waiting): Promise<void> {
    try {
      this.laneOf(await node).add(waiting);
    } catch (error) {
      this.waitingViews -= waiting.arrival.views.length;
      databaseErrors(error);
    }
  }

  private laneOf(node: number): WriteQueue {
    const { groupViews, gatherMilliseconds, groups } = this.limits;
    const byShard = node !== oneServer;
    const lane =
      this.lanes.get(node) ??
      new WriteQueue({
        groupViews,
        gatherMilliseconds,
        groups: byShard ? groupsOfNode : groups,
        byShard,
        write: async (group) => await this.writeAndAnswer(group),
      });
    this.lanes.set(node, lane);
    return lane;
  }

  isFilling(): boolean {
    return this.waitingViews * 2 > this.limits.waitingViews;
  }

  hasEnough(): boolean {
    return this.waitingViews > (this.limits.groups + groupsInWait) * this.limits.groupViews;
  }

  refused(projectId: number, code: string, count = 1): void {
    this.refusals.add(projectId, `refused:${code}`, count);
    this.options.onCounted?.(`refused:${code}`, count);
  }

  async close(): Promise<void> {
    this.closed.abort();
    // A database that does not answer delays shutdown no longer than it may delay a request.
    await Promise.race([this.writeRest(), delay(this.limits.waitMilliseconds, undefined, { ref: false })]);
    clearInterval(this.expiry);
    this.placements.close();
  }

  private async writeRest(): Promise<void> {
    await this.folding;
    await this.packing.close();
    await Promise.all([...this.lanes.values()].map(async (lane) => await lane.drain()));
    await this.writeRefusals();
    // A finished import may be all that this process did.
    await analyzeGrown(this.options.db).catch((error: unknown) =>
      this.logUnreported(error, 'tables that have grown were not checked'),
    );
  }

  /**
   * Rejects arrivals that have waited too long for a database that does not answer. Those whose transaction has not
   * started are no longer stored; the result of the others is unknown, as for any request that ends in a 503. Their
   * place and their connection are freed when the running statement is cancelled, as every statement is that the
   * database does not answer.
   */
  private expire(): void {
    const before = performance.now() - this.limits.waitMilliseconds;
    for (const lane of this.lanes.values()) {
      const over = lane.takeOver(before);
      this.waitingViews -= countViews(over);
      const written = lane.written().filter(({ since }) => since < before);
      for (const { reject } of [...over, ...written]) reject(noAnswer());
    }
  }

  /** Stores a group and settles each arrival in it. Resolves when it is stored, and never rejects. */
  private async writeAndAnswer(group: Waiting[]): Promise<void> {
    try {
      const stored = await this.storeGroup(group.map(({ arrival }) => arrival));
      // Not awaited: otherwise the database would be idle until all of 500 browsers were answered.
      void answerInTurns(group, stored);
    } catch (error) {
      await this.answerFailure(group, error);
    } finally {
      this.waitingViews -= countViews(group);
    }
  }

  /** Stores the arrivals one by one, so that one that cannot be stored does not fail the others. */
  private async answerFailure(group: Waiting[], error: unknown): Promise<void> {
    if (group.length === 1 || isDatabaseUnavailable(error) || error instanceof ShardsChanged) {
      for (const { reject } of group) reject(error);
      return;
    }
    // Citus refuses writes of several projects at once when page views were distributed a moment ago.
    this.placements.renew();
    this.options.log.warn({ err: error, arrivals: group.length }, 'a group of views failed; each is tried alone');
    for (const { arrival, resolve, reject } of group) {
      await this.storeGroup([arrival]).then(([stored]) => resolve(stored ?? { accepted: 0, duplicates: 0 }), reject);
    }
  }

  private async storeGroup(arrivals: PlacedArrival[]): Promise<Stored[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const stored = await writeGroup(this.state, arrivals, this.options.now());
        this.reportCounted(arrivals, stored);
        this.noteUnfolded(arrivals, stored);
        return stored;
      } catch (error) {
        if (isDatabaseUnavailable(error)) return databaseErrors(error);
        // A partition may have been dropped since it was last seen, or two writers may have deadlocked.
        this.state.partitions.forget();
        if (attempt === 3 || !isTransient(error)) throw error;
      }
    }
  }

  private reportCounted(arrivals: readonly Arrival[], stored: readonly Stored[]): void {
    const { onCounted } = this.options;
    if (onCounted === undefined) return;
    const counts = { accepted: 0, duplicate: 0 };
    for (const { accepted, duplicates } of stored) {
      counts.accepted += accepted;
      counts.duplicate += duplicates;
    }
    for (const [name, count] of Object.entries(counts)) if (count > 0) onCounted(name, count);
    for (const { dropped } of arrivals) {
      for (const [reason, count] of Object.entries(dropped)) onCounted(`dropped:${reason}`, count);
    }
  }

  private noteUnfolded(arrivals: readonly PlacedArrival[], stored: readonly Stored[]): void {
    const views = new Map<number, number>();
    for (const [index, { shard }] of arrivals.entries()) {
      const { accepted = 0 } = stored[index] ?? {};
      if (accepted > 0) views.set(shard, (views.get(shard) ?? 0) + accepted);
    }
    for (const [shard, accepted] of views) this.unfolded.note(shard, accepted, performance.now());
  }

  private async keepFolding(): Promise<void> {
    const { signal } = this.closed;
    while (!signal.aborted) {
      await delay(this.limits.foldEveryMilliseconds, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.writeRefusals();
      await this.unfolded
        .fold(performance.now())
        .catch((error: unknown) => this.logUnreported(error, 'the journal of views was not folded'));
    }
  }

  private async writeRefusals(): Promise<void> {
    const refusals = this.refusals;
    this.refusals = new HealthCounts();
    const key = { day: dayOf(this.options.now().getTime()), writer: this.state.writer };
    await addHealth(this.state.db, refusals, key).catch((error: unknown) => {
      for (const { shard, name, count } of refusals.rows()) this.refusals.add(shard, name, count);
      this.logUnreported(error, 'refused requests were not counted; they are kept for the next time');
    });
  }

  private logUnreported(error: unknown, message: string): void {
    // When the database is unavailable, every request already reports it. A statement that the database itself
    // cancelled is logged: it will fail again until its time limit is changed.
    const isUnreported = isDatabaseUnavailable(error) ? isCancelled(error) : !isCopydeskError(error);
    if (isUnreported) this.options.log.warn({ err: error }, message);
  }
}

/** Resolves the arrivals, letting other work run in between. Never rejects. */
async function answerInTurns(group: readonly Waiting[], stored: readonly Stored[]): Promise<void> {
  for (const [place, { resolve }] of group.entries()) {
    resolve(stored[place] ?? { accepted: 0, duplicates: 0 });
    if (place % answersATurn === answersATurn - 1) await setImmediate();
  }
}

function noAnswer(): CopydeskError {
  return new CopydeskError(
    'database_unavailable',
    'The database does not answer. Send the views again, with the same ids.',
    {
      retryAfterSeconds: 5,
    },
  );
}

/** From PostgreSQL's appendix A: serialization_failure, deadlock_detected, and no partition found (check_violation). */
function isTransient(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '40001' || code === '40P01' || code === '23514';
}
