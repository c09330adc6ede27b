import { CopydeskError, Role } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { findNamed } from '../postgres/find-named.ts';
import type { NameWanted } from '../postgres/find-named.ts';
import { newPersonId } from './identifiers.ts';

/** Somebody who works in a browser. */
export interface Person {
  id: string;
  name: string;
  role: Role;
  /** Null for a person who signs in only by links. */
  email: string | null;
  createdAt: Date;
  /** The time of the first session; null while an invitation has not been accepted. */
  joinedAt: Date | null;
  /** Accurate to a minute. */
  lastSeenAt: Date | null;
  /** Counts changes, so that saving a form that was opened before another change is refused. */
  revision: number;
  hasPassword: boolean;
  /** The OpenID provider that they sign in by. */
  openIdIssuer: string | null;
}

export interface NewPerson {
  organisationId: string;
  name: string;
  role?: Role;
  email?: string | null;
}

/** @throws CopydeskError `invalid_request` when another person has the e-mail address. */
export async function createPerson(
  db: Database,
  { organisationId, name, role = 'owner', email = null }: NewPerson,
): Promise<Person> {
  const row = await db
    .insertInto('person')
    .values({ id: newPersonId(), organisation_id: organisationId, name, role, email })
    .returning(personColumns)
    .executeTakeFirstOrThrow()
    .catch(nameTakenEmail);
  return presentPerson(row);
}

/** All people of an organisation, oldest first. */
export async function listPeople(db: Database, organisationId: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('person')
    .select(personColumns)
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(presentPerson);
}

/** @throws CopydeskError `not_found` for a person who does not exist, or belongs to another organisation. */
export async function readPerson(
  db: Database,
  { organisationId, personId }: { organisationId: string; personId: string },
): Promise<Person> {
  const row = await db
    .selectFrom('person')
    .select(personColumns)
    .where('id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw noSuchPerson();
  return presentPerson(row);
}

/** Finds people by name, including removed ones. Exact matches come first. */
export async function findPeopleNamed(db: Database, wanted: NameWanted): Promise<Pick<Person, 'id' | 'name'>[]> {
  return await findNamed(db, 'person', wanted);
}

/** Finds the person with an e-mail address, in any case. */
export async function findPersonByEmail(
  db: Database,
  { organisationId, email }: { organisationId: string; email: string },
): Promise<(Person & { passwordHash: string | null }) | undefined> {
  const row = await db
    .selectFrom('person')
    .select([...personColumns, 'password as passwordHash'])
    .where('organisation_id', '=', organisationId)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && { ...presentPerson(row), passwordHash: row.passwordHash };
}

/** Returns the hash of a person's password; null for a person without one. */
export async function findPasswordHash(db: Database, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('password').where('id', '=', personId).executeTakeFirst();
  return row?.password ?? null;
}

export const personColumns = [
  'id',
  'name',
  'role',
  'email',
  'created_at as createdAt',
  'joined_at as joinedAt',
  'last_seen_at as lastSeenAt',
  'revision',
  sql<boolean>`password is not null`.as('hasPassword'),
  'oidc_issuer as openIdIssuer',
] as const;

export function presentPerson(row: Omit<Person, 'role'> & { role: string }): Person {
  const { id, name, role, email, createdAt, joinedAt, lastSeenAt, revision, hasPassword, openIdIssuer } = row;
  return {
    id,
    name,
    role: Role.parse(role),
    email,
    createdAt,
    joinedAt,
    lastSeenAt,
    revision,
    hasPassword,
    openIdIssuer,
  };
}

export function noSuchPerson(): CopydeskError {
  return new CopydeskError('not_found', 'There is no such person here. GET /v1/people lists all people.');
}

/** Turns a violation of the unique index into an error. The index decides, also between two concurrent changes. */
export function nameTakenEmail(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'person_by_email') {
    throw new CopydeskError('invalid_request', 'Another person here has this e-mail address.', {
      errors: [{ pointer: '/email', detail: 'belongs to another person here' }],
      cause: error,
    });
  }
  throw error;
}
