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
  /** Null for who signs in by links alone. */
  email: string | null;
  createdAt: Date;
  /** The first session; null as long as an invitation was not taken up. */
  joinedAt: Date | null;
  /** Exact to a minute. */
  lastSeenAt: Date | null;
  /** Counts changes: who saves a form that was opened before another change is told. */
  revision: number;
  hasPassword: boolean;
  /** The OpenID provider that they have signed in by. */
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

/** @throws CopydeskError `not_found` for who is not there, or somebody else's. */
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

/** People of a name, also those who were removed: those who are written exactly so first. */
export async function findPeopleNamed(db: Database, wanted: NameWanted): Promise<Pick<Person, 'id' | 'name'>[]> {
  return await findNamed(db, 'person', wanted);
}

/** Whom an e-mail address belongs to, written in whatever case. */
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

/** The hash of a person's password; null for who has none. */
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
  return new CopydeskError('not_found', 'There is no such person here. GET /v1/people lists who there is.');
}

/** The unique index is what decides, also between two who save at once. */
export function nameTakenEmail(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'person_by_email') {
    throw new CopydeskError('invalid_request', 'Another person here has this e-mail address.', {
      errors: [{ pointer: '/email', detail: 'belongs to another person here' }],
      cause: error,
    });
  }
  throw error;
}
