import { CopydeskError } from '@copydesk/contract';
import type { Role } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { requireFreeName, sameName } from './free-name.ts';
import { nameTakenEmail, noSuchPerson, personColumns, presentPerson } from './people.ts';
import type { Person } from './people.ts';

/** Identifies a person within an organisation. */
export interface PersonPlace {
  organisationId: string;
  personId: string;
}

/** The changes to a person. Absent fields stay as they are. */
export interface PersonChange {
  name?: string;
  role?: Role;
  email?: string | null;
}

/**
 * Changes a person.
 *
 * @param revision the revision that the caller has seen; undefined changes any revision.
 * @returns the person before and after.
 * @throws CopydeskError `not_found`, `changed_meanwhile`, `last_owner`, `invalid_request` for a name or an address
 *   of somebody else.
 */
export async function changePerson(
  transaction: DatabaseTransaction,
  place: PersonPlace,
  change: PersonChange,
  revision?: number,
): Promise<{ before: Person; after: Person }> {
  const before = await lockPerson(transaction, place, change.role !== undefined);
  if (revision !== undefined && before.person.revision !== revision) throw changedMeanwhile(before.person);
  const isRenamed = change.name !== undefined && sameName(change.name) !== sameName(before.person.name);
  if (isRenamed) await requireFreeName(transaction, place.organisationId, change.name ?? '');
  const isDemoted = before.person.role === 'owner' && change.role !== undefined && change.role !== 'owner';
  if (isDemoted) requireAnotherOwner(before, 'demoted');
  const row = await transaction
    .updateTable('person')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', place.personId)
    .returning(personColumns)
    .executeTakeFirstOrThrow()
    .catch(nameTakenEmail);
  return { before: before.person, after: presentPerson(row) };
}

/**
 * Removes a person: their sessions and links end at once. The row stays, so that the audit log can name them.
 *
 * @throws CopydeskError `not_found`, `last_owner`.
 */
export async function removePerson(transaction: DatabaseTransaction, place: PersonPlace, now: Date): Promise<Person> {
  const found = await lockPerson(transaction, place, true);
  if (found.person.role === 'owner') requireAnotherOwner(found, 'removed');
  await transaction
    .updateTable('person')
    .set({ removed_at: now, password: null, revision: sql`revision + 1` })
    .where('id', '=', place.personId)
    .execute();
  await transaction.deleteFrom('session').where('person_id', '=', place.personId).execute();
  await transaction.deleteFrom('sign_in_link').where('person_id', '=', place.personId).execute();
  return found.person;
}

/** Sets the hash of a person's password, or removes the password. @throws CopydeskError `not_found` */
export async function setPasswordHash(
  transaction: DatabaseTransaction,
  place: PersonPlace,
  hash: string | null,
): Promise<Person> {
  const { person } = await lockPerson(transaction, place, false);
  await transaction.updateTable('person').set({ password: hash }).where('id', '=', person.id).execute();
  return { ...person, hasPassword: hash !== null };
}

interface LockedPerson {
  person: Person;
  /** The other owners of the organisation. */
  owners: Person[];
}

/**
 * Locks a person, and all owners when their number may fall. The locks are always taken in one order: of two owners who
 * remove each other at once, the second finds itself removed.
 */
async function lockPerson(db: Database, place: PersonPlace, withOwners: boolean): Promise<LockedPerson> {
  const rows = await db
    .selectFrom('person')
    .select(personColumns)
    .where('organisation_id', '=', place.organisationId)
    .where('removed_at', 'is', null)
    .where((where) =>
      withOwners
        ? where.or([where('id', '=', place.personId), where('role', '=', 'owner')])
        : where('id', '=', place.personId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const people = rows.map(presentPerson);
  const person = people.find(({ id }) => id === place.personId);
  if (person === undefined) throw noSuchPerson();
  return { person, owners: people.filter(({ id, role }) => id !== person.id && role === 'owner') };
}

/** An owner who has never signed in does not replace one who has: otherwise there might be no owner who can sign in. */
function requireAnotherOwner({ person, owners }: LockedPerson, fate: string): void {
  const remaining = person.joinedAt === null ? owners : owners.filter(({ joinedAt }) => joinedAt !== null);
  if (remaining.length > 0) return;
  throw new CopydeskError(
    'last_owner',
    `${person.name} is the last owner who has signed in, and cannot be ${fate}: make another person owner first.`,
  );
}

function changedMeanwhile({ name, role, email }: Person): CopydeskError {
  const now = `${name}, ${role}${email === null ? '' : `, ${email}`}`;
  return new CopydeskError(
    'changed_meanwhile',
    `Somebody else has changed this person since you read it: it is now ${now}. Read it again, and change what you still want to change.`,
  );
}
