import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationLock, readMigrations, readMigrationText } from '../postgres/migrate.ts';
import { kinds, parseJson } from './frames.ts';
import type { Frame } from './frames.ts';
import { dropIndexes } from './indexes.ts';
import { refuseBackup } from './refuse.ts';
import { Header, Repository, Sequences, Table } from './shapes.ts';

/** How to handle the parts of a backup that are not tables. */
export interface LoadOptions {
  onProgress: (item: string, bytes: number) => void;
  putRepository: (repository: Repository, data: AsyncIterable<Uint8Array>) => Promise<void>;
  putSecretKey: (data: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Called in the transaction, before its end. */
  settle: (client: Client, header: Header) => Promise<void>;
}

/**
 * Fills an empty database from a backup, in one transaction: after any error it is still empty. The schema is that of
 * the backup; the next start brings it up to date.
 *
 * @throws CopydeskError `backup_refused` for a newer one; `database_refused` when the database is not empty.
 */
export async function load(client: Client, frames: AsyncGenerator<Frame>, options: LoadOptions): Promise<Header> {
  const first = await frames.next();
  if (first.done === true || first.value.kind !== kinds.header) throw refuseBackup('It has no header.');
  const header = parseJson(Header, first.value.content);
  await client.query(`
    begin;
    set local timezone = 'UTC';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local maintenance_work_mem = '256MB';
  `);
  try {
    await client.query('select pg_advisory_xact_lock($1::bigint)', [migrationLock]);
    await requireEmpty(client);
    await makeSchema(client, header.migrations);
    const { statements } = await dropIndexes(client);
    await loadItems(client, frames, options);
    for (const { table, text } of statements) {
      options.onProgress(`indexes of ${table}`, 0);
      await client.query(text);
    }
    await options.settle(client, header);
    await client.query('commit');
    return header;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** @throws CopydeskError `backup_refused` when a newer Copydesk has made it. */
export async function requireKnown({ migrations, version }: Header): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = migrations.find(({ name }) => !known.has(name));
  if (unknown === undefined) return;
  throw refuseBackup(
    `Copydesk ${version} created it, with the schema "${unknown.name}", which this version does not know. ` +
      `Restore it with Copydesk ${version} or a newer one.`,
  );
}

/** @throws CopydeskError `database_refused` when the first schema has any tables except those of extensions. */
export async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ own: boolean; name: string }>(`
    select relname as name, relname = 'migration' as own from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      order by own desc, name limit 1
  `);
  const [table] = rows;
  if (table === undefined) return;
  const found = table.own
    ? 'There already is a database of Copydesk'
    : `The database has tables, such as "${table.name}"`;
  throw new CopydeskError(
    'database_refused',
    `${found}, and a backup is restored only into an empty one. Name an empty folder in COPYDESK_DATA_DIR, or a new database in its ` +
      'address. Nothing was changed.',
  );
}

async function makeSchema(client: Client, applied: Header['migrations']): Promise<void> {
  await client.query(
    'create table migration (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const migrations = await readMigrations();
  for (const { version, name } of applied) {
    const migration = migrations.find((each) => each.name === name);
    if (migration === undefined) throw refuseBackup(`The schema "${name}" is not known.`);
    await client.query(await readMigrationText(migration));
    await client.query('insert into migration (version, name) values ($1, $2)', [version, name]);
  }
}

async function loadItems(client: Client, frames: AsyncGenerator<Frame>, options: LoadOptions): Promise<void> {
  for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
    const { kind, content } = next.value;
    if (kind === kinds.table) await loadTable(client, parseJson(Table, content), frames, options);
    else if (kind === kinds.sequences) await setSequences(client, parseJson(Sequences, content));
    else if (kind === kinds.repository) await options.putRepository(parseJson(Repository, content), itemData(frames));
    else if (kind === kinds.secretKey) await options.putSecretKey(itemData(frames));
    else if (kind !== kinds.end) throw refuseBackup('It is damaged: one of its parts has an unknown kind.');
  }
}

/** Yields the data of the item that was just named, up to its end. */
async function* itemData(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
    if (next.value.kind !== kinds.data) return;
    // The reader of frames may reuse its buffer.
    yield Buffer.from(next.value.content);
  }
}

async function loadTable(
  client: Client,
  { name, columns, partitions }: Table,
  frames: AsyncGenerator<Frame>,
  { onProgress }: LoadOptions,
): Promise<void> {
  const table = client.escapeIdentifier(name);
  for (const partition of partitions) {
    const [from, to] = [partition.from, partition.to].map((bound) => client.escapeLiteral(bound));
    await client.query(
      `create table if not exists ${client.escapeIdentifier(partition.name)} partition of ${table} for values from (${from}) to (${to})`,
    );
  }
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  // No other transaction has seen the table, so its rows can be frozen at once. A partitioned table does not allow it.
  const freeze = (await isPartitioned(client, table)) ? '' : ', freeze';
  const copying = client.query(copyFrom(`copy ${table} (${list}) from stdin with (format binary${freeze})`));
  async function* counted() {
    for await (const piece of itemData(frames)) {
      onProgress(name, piece.length);
      yield piece;
    }
  }
  await pipeline(Readable.from(counted()), copying);
}

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = $1::text::regclass',
    [table],
  );
  return rows[0]?.kind === 'p';
}

async function setSequences(client: Client, sequences: Sequences): Promise<void> {
  for (const { name, last, isCalled } of sequences) {
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [
      client.escapeIdentifier(name),
      last,
      isCalled,
    ]);
  }
}
