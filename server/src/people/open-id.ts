import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { newPersonId } from './identifiers.ts';
import { personColumns, presentPerson } from './people.ts';
import type { NewPerson, Person } from './people.ts';

/** Who somebody is at an OpenID provider. */
export interface OpenIdSubject {
  issuer: string;
  subject: string;
}

/** Whom a subject belongs to. */
export async function findPersonBySubject(
  db: Database,
  { organisationId, issuer, subject }: OpenIdSubject & { organisationId: string },
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('person')
    .select(personColumns)
    .where('organisation_id', '=', organisationId)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && presentPerson(row);
}

/** Remembers a subject as a person's. @returns false when the person has another one already. */
export async function bindSubject(
  db: Database,
  personId: string,
  { issuer, subject }: OpenIdSubject,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ oidc_issuer: issuer, oidc_subject: subject })
    .where('id', '=', personId)
    .where('oidc_subject', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a person of a subject; undefined when another sign-in at the same moment has made one. */
export async function createPersonOfSubject(
  db: Database,
  { organisationId, name, role = 'viewer', email = null, issuer, subject }: NewPerson & OpenIdSubject,
): Promise<Person | undefined> {
  const row = await db
    .insertInto('person')
    .values({
      id: newPersonId(),
      organisation_id: organisationId,
      name,
      role,
      email,
      oidc_issuer: issuer,
      oidc_subject: subject,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(personColumns)
    .executeTakeFirst();
  return row && presentPerson(row);
}

/** Whether somebody of this subject or address was removed: an owner has to invite them again. */
export async function wasRemoved(
  db: Database,
  { organisationId, issuer, subject, email }: OpenIdSubject & { organisationId: string; email: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is not', null)
    .where((where) =>
      where.or([
        where.and([where('oidc_issuer', '=', issuer), where('oidc_subject', '=', subject)]),
        where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
