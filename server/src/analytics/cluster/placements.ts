import type { Database } from '../../postgres/database.ts';
import { oneServer, readIsDistributed, readNodeOf } from './state.ts';

/** How long it is cached whether page views are distributed, and where: shards may be moved. */
const cacheMilliseconds = 30_000;

/** Knows on which node of a cluster the page views of a shard are. */
export class Placements {
  private isDistributed = false;
  private readonly nodes = new Map<number, number>();
  private readonly renewal: NodeJS.Timeout;
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    this.renew();
    this.renewal = setInterval(() => this.renew(), cacheMilliseconds).unref();
  }

  close(): void {
    clearInterval(this.renewal);
  }

  /**
   * Reads the placements again. Until they are known, one server is assumed; on a cluster, writes of several projects
   * at once fail then.
   */
  renew(): void {
    void this.readAnew().catch(() => {});
  }

  private async readAnew(): Promise<void> {
    this.isDistributed = await readIsDistributed(this.db);
    this.nodes.clear();
  }

  /** Returns the number of the node, or {@link oneServer}. The coordinator knows it without asking a node. */
  nodeOf(shard: number): number | Promise<number> {
    if (!this.isDistributed) return oneServer;
    return this.nodes.get(shard) ?? this.find(shard);
  }

  private async find(shard: number): Promise<number> {
    const node = await readNodeOf(this.db, shard);
    this.nodes.set(shard, node);
    return node;
  }
}
