import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

/** Statements of one project (or of several when the database is one server), and the condition for running them. */
interface AllOrNothing {
  projectId: number;
  /** Returns one row and column, which says whether to run the statements. */
  condition: RawBuilder<unknown>;
  statements: readonly RawBuilder<unknown>[];
}

/**
 * Runs statements one after the other, in one round trip to the database.
 * @returns false when the condition does not hold or a unique constraint refuses a statement. Then none of them takes
 *   effect, and the server's log does not mention it.
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
