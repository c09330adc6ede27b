import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { requireEmpty } from '../../backup/load.ts';
import { differences } from '../../backup/prove.ts';
import type { MoveDone, MoveOptions } from '../../operator/backups.ts';
import type { DatabaseAddress } from '../../postgres/connection.ts';
import { openDatabase } from '../../postgres/database.ts';
import { databaseErrors } from '../../postgres/faults.ts';
import { migrate } from '../../postgres/migrate.ts';
import { embeddedName, refuseMoved } from '../../postgres/moved.ts';
import { databaseForms } from '../../postgres/settings.ts';
import type { Settings } from '../../settings.ts';
import { copyAcross, readBoth, sumOf } from './copy-across.ts';
import { connectTo, openAddress } from './connect.ts';

/**
 * Copies everything of the database of the settings into an empty one, and notes in the first where it has gone. One
 * transaction fills the target, and commits only when every table has the same content in both. Whatever kills it, the
 * first is unchanged, and the second is empty or complete. When only the note is missing, running the command again
 * writes it.
 *
 * @throws CopydeskError `database_refused` when somebody uses the first, or the second is not empty; `invalid_request`.
 */
export async function moveDatabase(settings: Settings, log: Logger, options: MoveOptions): Promise<MoveDone> {
  await using parts = new AsyncDisposableStack();
  const target = targetOf(settings, options.to);
  const address = await openAddress(settings, { log, parts, make: false, alone: true });
  const source = await connectTo(settings, address, parts);
  await requireStill(source);
  const to = await connectTo(target, await openAddress(target, { log, parts, make: true, alone: true }), parts);
  await requireOther(source, to);
  await bringUpToDate(address);
  const done = await moveOrFind(source, to, options).catch(databaseErrors);
  const name = nameOf(options.to);
  await source.query('insert into database_move (moved_to) values ($1)', [name]);
  const { dataDirectory } = settings;
  const left = settings.databaseUrl === undefined ? path.join(dataDirectory, 'postgres') : undefined;
  return { to: name, dataDirectory, left, ...done };
}

/** Allows a moved database to be used again. @returns whether it was moved. */
export async function undoMove(settings: Settings, log: Logger): Promise<boolean> {
  await using parts = new AsyncDisposableStack();
  const client = await connectTo(settings, await openAddress(settings, { log, parts, make: false }), parts);
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('database_move') is not null as there`);
  if (rows[0]?.there !== true) return false;
  const { rowCount } = await client.query('delete from database_move').catch(databaseErrors);
  return (rowCount ?? 0) > 0;
}

function targetOf(settings: Settings, to: string): Settings {
  const database = { ...settings.database, directUrl: undefined };
  if (to === embeddedName) {
    if (settings.databaseUrl !== undefined) return { ...settings, database, databaseUrl: undefined };
    throw new CopydeskError(
      'invalid_request',
      'The database is the embedded one already. Set DATABASE_URL to where it is to come from.',
    );
  }
  if (databaseForms.url.safeParse(to).success) return { ...settings, database, databaseUrl: to };
  throw new CopydeskError(
    'invalid_request',
    `Give --to an address such as postgresql://user@host/name, or "${embeddedName}".`,
  );
}

/** Returns the target without a password, wherever that is in it. */
export function nameOf(to: string): string {
  if (to === embeddedName) return to;
  const url = new URL(to.replace('@/', '@localhost/'));
  url.password = '';
  url.search = '';
  return url.href;
}

/** Processes that use an embedded database are recognised by their hold on it; others by their connections. */
async function requireStill(source: Client): Promise<void> {
  const { rows } = await source.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name like 'copydesk%' and pid <> pg_backend_pid()
        and application_name <> 'copydesk hold'
  `);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new CopydeskError(
    'database_refused',
    `Copydesk has ${count} connections to the database, which must be closed first. End "copydesk serve" and "copydesk ` +
      'work" on all machines, and run the command again. Nothing was changed.',
  );
}

async function requireOther(source: Client, to: Client): Promise<void> {
  const key = randomBytes(6).readUIntBE(0, 6);
  await source.query('select pg_advisory_lock($1)', [key]);
  const { rows } = await to.query<{ other: boolean }>('select pg_try_advisory_xact_lock($1) as other', [key]);
  await source.query('select pg_advisory_unlock($1)', [key]);
  if (rows[0]?.other === true) return;
  throw new CopydeskError(
    'invalid_request',
    'That is the database that it would be moved from: DATABASE_URL names it, or nothing does. Nothing was changed.',
  );
}

/** Makes sure that both sides have the same schema, and that the first can note where it went. */
async function bringUpToDate(address: DatabaseAddress): Promise<void> {
  const db = openDatabase({ ...address, maximumConnections: 1, applicationName: 'copydesk backup' });
  try {
    await migrate(db);
    await refuseMoved(db);
  } finally {
    await db.destroy();
  }
}

type Moved = Pick<MoveDone, 'tables' | 'rows' | 'wasThere'>;

async function moveOrFind(source: Client, to: Client, { onProgress }: MoveOptions): Promise<Moved> {
  const refusal = await requireEmpty(to).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal === undefined) return { ...sumOf(await copyAcross(source, to, onProgress)), wasThere: false };
  // A move that was killed at its very end has left a complete target.
  const { rows } = await to.query<{ whole: boolean }>(`select to_regclass('database_move') is not null as whole`);
  if (rows[0]?.whole !== true) throw refusal;
  const [here, there] = await readBoth(source, to, onProgress);
  if (differences(here, there).length > 0) throw refusal;
  return { ...sumOf(here), wasThere: true };
}
