import { CopydeskError, Role } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { newPersonId } from './identifiers.ts';
import { hashToken, newToken } from '../secrets/token.ts';

/** Somebody who works in a browser. */
export interface Person {
  id: string;
  name: string;
  role: Role;
  createdAt: Date;
}

/** Who a session belongs to. */
export interface SignedInPerson {
  personId: string;
  organisationId: string;
  name: string;
  role: Role;
}

const linkLifetimeSeconds = 60 * 60;
const sessionLifetimeSeconds = 14 * 24 * 60 * 60;

export async function createPerson(
  db: Database,
  { organisationId, name, role = 'owner' }: { organisationId: string; name: string; role?: Role },
): Promise<Person> {
  const row = await db
    .insertInto('person')
    .values({ id: newPersonId(), organisation_id: organisationId, name, role })
    .returning(personColumns)
    .executeTakeFirstOrThrow();
  return present(row);
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
  return rows.map(present);
}

const personColumns = ['id', 'name', 'role', 'created_at as createdAt'] as const;

function present<T extends { role: string }>(row: T): Omit<T, 'role'> & { role: Role } {
  return { ...row, role: Role.parse(row.role) };
}

/** Makes the token of a link that signs a person in once. Only its hash is stored. */
export async function createSignInLink(
  db: Database,
  personId: string,
  { now, lifetimeSeconds = linkLifetimeSeconds }: { now: Date; lifetimeSeconds?: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = addSeconds(now, lifetimeSeconds);
  await db.deleteFrom('sign_in_link').where('person_id', '=', personId).where('expires_at', '<=', now).execute();
  await db
    .insertInto('sign_in_link')
    .values({ hash: hashToken(token), person_id: personId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/**
 * Trades a link's token for a session. Of two that try at once, one succeeds.
 * @throws CopydeskError `invalid_token` when the link is unknown, used or expired.
 */
export async function redeemSignInLink(
  db: Database,
  token: string,
  { now = new Date(), lifetimeSeconds = sessionLifetimeSeconds }: { now?: Date; lifetimeSeconds?: number } = {},
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = newToken();
  const expiresAt = addSeconds(now, lifetimeSeconds);
  const session = await db
    .with('used', (used) =>
      used
        .updateTable('sign_in_link')
        .set({ used_at: now })
        .where('hash', '=', hashToken(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('person_id'),
    )
    .insertInto('session')
    .columns(['hash', 'person_id', 'created_at', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('used')
        .select((eb) => [
          eb.val(hashToken(sessionToken)).as('hash'),
          'person_id',
          eb.val(now).as('created_at'),
          eb.val(expiresAt).as('expires_at'),
        ]),
    )
    .returning('person_id')
    .executeTakeFirst();
  if (session === undefined) throw usedUp();
  await db.deleteFrom('session').where('person_id', '=', session.person_id).where('expires_at', '<=', now).execute();
  return { sessionToken, expiresAt };
}

/** Who a session's token belongs to; undefined when it is unknown, ended or expired. */
export async function readSession(
  db: Database,
  token: string,
  { now = new Date() }: { now?: Date } = {},
): Promise<SignedInPerson | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.id as personId', 'organisation_id as organisationId', 'name', 'role'])
    .where('hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && present(row);
}

/** Ends a session; one that is unknown has ended already. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('session').where('hash', '=', hashToken(token)).execute();
}

function usedUp(): CopydeskError {
  return new CopydeskError(
    'invalid_token',
    'The sign-in link is not valid: it works once, and for a limited time. Get another with "copydesk sign-in".',
  );
}

function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
