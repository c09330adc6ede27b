import { CopydeskError } from '@copydesk/contract/errors';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { itemFrames, jsonFrame, kinds } from './frames.ts';
import type { Header, Table } from './shapes.ts';
import { readSequences, readTables } from './tables.ts';

/** What a backup contains besides the database. */
export interface DumpOptions {
  header: Pick<Header, 'version' | 'madeAt' | 'machine' | 'secretKey'>;
  /** Reports what is being read and how many bytes of it. */
  onProgress: (item: string, bytes: number) => void;
  /**
   * Opens the items that follow the tables, for the projects as they are in the database, and lists the projects that
   * it leaves out.
   */
  openRest: (client: Client) => Promise<{ elsewhere: string[]; rest: Item[] }>;
  /** Blocks writers during the dump: they wait for its end. */
  alone?: boolean;
  /** Called in the same transaction after everything was read, before the end frame is written. */
  beforeEnd?: () => Promise<void>;
}

/** Something that is stored in addition to the tables. */
export interface Item {
  kind: number;
  name: string;
  head: object;
  data: () => AsyncIterable<Uint8Array>;
}

/**
 * Reads everything in the database at one moment, while others read and write: one snapshot, in which all tables are
 * copied in PostgreSQL's binary format.
 *
 * @throws CopydeskError `database_refused` for a cluster, whose nodes have no common snapshot.
 */
export async function* dump(client: Client, options: DumpOptions): AsyncGenerator<Buffer> {
  const { header, onProgress, openRest, alone = false, beforeEnd } = options;
  const locked = alone ? await readTables(client) : [];
  await client.query(`
    begin isolation level repeatable read read only;
    set local timezone = 'UTC';
    set local statement_timeout = 0;
    set local lock_timeout = '30s';
    set local idle_in_transaction_session_timeout = 0;
  `);
  try {
    // Before the first query, which fixes the moment of the snapshot.
    if (locked.length > 0) await client.query(`lock table ${listOf(client, locked)} in share mode`);
    await requireOneServer(client);
    const { elsewhere, rest } = await openRest(client);
    yield jsonFrame(kinds.header, { ...header, elsewhere, ...(await readSchema(client)) });
    const tables = await readTables(client);
    for (const table of tables) {
      yield jsonFrame(kinds.table, table);
      yield* itemFrames(client.query(copyTo(copyOut(client, table))), (bytes) => onProgress(table.name, bytes));
    }
    yield jsonFrame(kinds.sequences, await readSequences(client));
    for (const item of rest) {
      yield jsonFrame(item.kind, item.head);
      yield* itemFrames(item.data(), (bytes) => onProgress(item.name, bytes));
    }
    await beforeEnd?.();
    yield jsonFrame(kinds.end, {});
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

function listOf(client: Client, tables: readonly Table[]): string {
  return tables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
}

function copyOut(client: Client, { name, columns }: Table): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout with (format binary)`;
}

async function readSchema(client: Client): Promise<Pick<Header, 'migrations' | 'postgres'>> {
  const { rows: migrations } = await client.query<Header['migrations'][number]>(
    'select version, name from migration order by version',
  );
  const { rows } = await client.query<{ postgres: string }>(`select current_setting('server_version') as postgres`);
  return { migrations, postgres: rows[0]?.postgres ?? '' };
}

async function requireOneServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ citus: string | null }>(
    `select to_regclass('pg_catalog.pg_dist_partition') as citus`,
  );
  if (rows[0]?.citus == null) return;
  const { rows: distributed } = await client.query('select from pg_dist_partition limit 1');
  if (distributed.length === 0) return;
  throw new CopydeskError(
    'database_refused',
    'The page views are distributed over the nodes of a cluster, which cannot be copied as of one moment. ' +
      "Use the cluster's own backups: /docs/backup.",
  );
}
