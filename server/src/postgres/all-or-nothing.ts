import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

/** Statements of one project, or of several where the database is one server, and what must hold for them to run. */
interface AllOrNothing {
  projectId: number;
  /** Its one row and column says whether the statements are to be run. */
  condition: RawBuilder<unknown>;
  statements: readonly RawBuilder<unknown>[];
}

/**
 * Runs statements one after the other, in one go to the database and back.
 * @returns false where the condition does not hold or a unique constraint refuses one: nothing of them is done then, and
 *   the server's log says nothing.
 */
export async function allOrNothing(
  db: Database | DatabaseTransaction,
  { projectId, condition, statements }: AllOrNothing,
): Promise<boolean> {
  const parameters: string[] = [];
  const texts = [condition, ...statements].map((statement) => {
    const compiled = statement.compile(db);
    const before = parameters.length;
    parameters.push(...compiled.parameters.map(String));
    return compiled.sql.replaceAll(/\$(\d+)/g, (_, place: string) => `($1)[${before + Number(place)}]`);
  });
  const [first = '', ...others] = texts;
  const { rows } = await sql<{ done: boolean }>`
    select all_or_nothing_of(${projectId}::int, ${sql.join([first, others, ...parameters])}) as done
  `.execute(db);
  return rows[0]?.done === true;
}
