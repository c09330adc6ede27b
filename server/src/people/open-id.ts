import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { newPersonId } from './identifiers.ts';
import { personColumns, presentPerson } from './people.ts';
import type { NewPerson, Person } from './people.ts';

/** Identifies somebody at an OpenID provider. */
export interface OpenIdSubject {
  issuer: string;
  subject: string;
}

/** Returns the person that a subject belongs to. */
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

/** Stores a subject as a person's. @returns false when the person has another one already. */
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

/** Creates a person for a subject. Returns undefined when a concurrent sign-in has created one. */
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

/** Whether somebody with this subject or address was removed. Then an owner has to invite them again. */
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

/** How long the nonces of sign-ins are kept: much longer than any provider accepts a code. */
const keptMilliseconds = 30 * 86_400_000;

/** Records that a sign-in was completed. @returns false when it was before. */
export async function completeSignIn(db: Database, nonce: string, now: Date): Promise<boolean> {
  await db
    .deleteFrom('open_id_sign_in')
    .where('at', '<', new Date(now.getTime() - keptMilliseconds))
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('open_id_sign_in')
    .values({ nonce_hash: createHash('sha256').update(nonce).digest(), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
