import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { hasCitus } from './state.ts';

/** The place of all projects where page views are not distributed. */
export const oneServer = 0;

/** How long it is remembered whether page views are distributed, and where: parts of tables may be moved. */
const rememberedMilliseconds = 30_000;

/** On which node of a cluster the page views of a project are. */
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
  nodeOf(projectId: number): number | Promise<number> {
    if (!this.isDistributed) return oneServer;
    return this.nodes.get(projectId) ?? this.find(projectId);
  }

  private async find(projectId: number): Promise<number> {
    const { rows } = await sql<{ node: number }>`
      select groupid as node from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('view_site', ${projectId}::int)
    `.execute(this.db);
    const node = rows[0]?.node ?? oneServer;
    this.nodes.set(projectId, node);
    return node;
  }
}

async function readIsDistributed(db: Database): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const distributed = await sql`
    select 1 from pg_dist_partition where logicalrelid = 'view_site'::regclass and partmethod = 'h'
  `.execute(db);
  return distributed.rows.length > 0;
}
