import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

/**
 * Runs a statement whose one row and column says whether it has done all that it should, in one go to the database and
 * back.
 * @returns false where it has not: nothing of it is done then, and the server's log says nothing.
 */
export async function allOrNothing(
  db: Database | DatabaseTransaction,
  statement: RawBuilder<unknown>,
): Promise<boolean> {
  const { sql: text, parameters } = statement.compile(db);
  const inArray = text.replaceAll(/\$(\d+)/g, '($$1)[$1]');
  const { rows } = await sql<{ done: boolean }>`
    select all_or_nothing(${sql.join([inArray, ...parameters.map(String)])}) as done
  `.execute(db);
  return rows[0]?.done === true;
}
