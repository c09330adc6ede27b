import { sql } from 'kysely';
import { connectionUrl } from '../../src/postgres/connection.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import type { Database } from '../../src/postgres/database.ts';
import { startEmbedded } from '../../src/postgres/embedded/embedded.ts';
import { thisMachine } from '../../src/postgres/embedded/machine.ts';

/**
 * Returns one number per table for its contents, regardless of the order of rows. Leaves out the migrations, and the
 * note that a move writes on the source side.
 */
export async function contentsAt(url: string): Promise<Record<string, string>> {
  await using db = openDatabase({ url, maximumConnections: 1, applicationName: 'test' });
  return await contentsOf(db, ['database_move', 'migration']);
}

/** The same over open connections, without some tables. */
export async function contentsOf(db: Database, without: readonly string[]): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all(${without}::text[])
  `.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select concat(count(*), ' ', sum(hashtextextended(one::text, 0)::numeric)) as sum from ${sql.table(name)} as one
    `.execute(db);
    found[name] = rows[0]?.sum ?? '';
  }
  return found;
}

/** The same for an embedded database; with the PostgreSQL of another npm package when one is named. */
export async function contentsIn(directory: string, packageFolder?: string): Promise<Record<string, string>> {
  const machine = packageFolder === undefined ? thisMachine() : { ...thisMachine(), packageFolder };
  const embedded = await startEmbedded({ directory, log: { info: () => {}, warn: () => {} }, machine });
  try {
    return await contentsAt(connectionUrl(embedded.connection));
  } finally {
    await embedded.stop();
  }
}
