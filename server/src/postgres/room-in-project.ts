import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.ts';

/**
 * Counts what a project has of a kind, and holds whoever makes one more at the same time until the transaction ends: the count
 * is of both.
 *
 * @throws CopydeskError `not_found` where the project was deleted meanwhile.
 */
export async function countInProject(
  transaction: DatabaseTransaction,
  table: 'automation' | 'trigger' | 'webhook',
  projectId: string,
): Promise<number> {
  const { rows } = await sql`
    select id from project where id = ${projectId} and deleted_at is null for no key update
  `.execute(transaction);
  if (rows.length === 0) throw new CopydeskError('not_found', 'The project was deleted meanwhile.');
  const { count } = await transaction
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}
