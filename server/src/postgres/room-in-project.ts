import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.ts';

/**
 * Counts what a project has of a kind. Until the transaction ends, concurrent calls wait, so that their count includes
 * this one's rows.
 *
 * @throws CopydeskError `not_found` when the project was deleted in the meantime.
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
