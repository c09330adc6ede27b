import type { Database } from '../../postgres/database.ts';
import { oneServer, readIsDistributed, readNodeOf } from './state.ts';

/** How long it is remembered whether page views are distributed, and where: parts of tables may be moved. */
const rememberedMilliseconds = 30_000;

/** On which node of a cluster the page views of a shard are. */
export class Placements {
  private isDistributed = false;
  private readonly nodes = new Map<number, number>();
  private readonly renewal: NodeJS.Timeout;
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    this.renew();
    this.renewal = setInterval(() => this.renew(), rememberedMilliseconds).unref();
  }

  close(): void {
    clearInterval(this.renewal);
  }

  /** Looks anew. What is not known yet is taken for one server, to which writes of several projects fail that is none. */
  renew(): void {
    void this.readAnew().catch(() => {});
  }

  private async readAnew(): Promise<void> {
    this.isDistributed = await readIsDistributed(this.db);
    this.nodes.clear();
  }

  /** The number of the node, or {@link oneServer}. The coordinator knows it: no node is asked. */
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
