import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';

/**
 * Refuses a name that somebody else of the organisation has, or that looks the same. The audit log and the pages name
 * people, and somebody with an owner's name would be taken for the owner. A lock until the end of the transaction keeps
 * others from taking the name at the same time.
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

/**
 * Returns the name, with a number appended when somebody else has it: for people who join without being asked for a
 * name.
 */
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

/** Returns the same text for names that look the same: ignores case, width, spaces and invisible characters. */
export function sameName(name: string): string {
  const seen = name.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return seen.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
}

/** The most characters kept of a name that gets a number: with the number it has at most 100. */
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
