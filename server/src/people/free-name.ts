import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';

/**
 * Refuses a name that somebody else of the organisation has, or that looks the same: the audit log and the pages name
 * people, and one who calls themself as an owner is called would be taken for them. Held until the transaction ends
 * against another who takes the name at the same time.
 *
 * @throws CopydeskError `invalid_request`.
 */
export async function requireFreeName(
  transaction: DatabaseTransaction,
  organisationId: string,
  name: string,
): Promise<void> {
  if (!(await lockNames(transaction, organisationId)).has(sameName(name))) return;
  throw new CopydeskError('invalid_request', 'Another person here has this name.', {
    errors: [{ pointer: '/name', detail: 'belongs to another person here' }],
  });
}

/** The name, or with a number behind it where somebody else has it: for those who come in without being asked for one. */
export async function freeName(
  transaction: DatabaseTransaction,
  organisationId: string,
  name: string,
): Promise<string> {
  const taken = await lockNames(transaction, organisationId);
  const start = Array.from(name).slice(0, longestStart).join('');
  let free = name;
  for (let number = 2; taken.has(sameName(free)); number += 1) free = `${start} (${number})`;
  return free;
}

/** What two names have in common that nobody can tell apart: case, width, spaces and what is not seen do not count. */
export function sameName(name: string): string {
  const seen = name.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return seen.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
}

/** Of a name that gets a number: together they have at most 100 characters. */
const longestStart = 90;

async function lockNames(transaction: DatabaseTransaction, organisationId: string): Promise<Set<string>> {
  await sql`select id from organisation where id = ${organisationId} for no key update`.execute(transaction);
  const rows = await transaction
    .selectFrom('person')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ name }) => sameName(name)));
}
