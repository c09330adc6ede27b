import { CopydeskError } from '@copydesk/contract';
import { hashToken, newToken } from '../secrets/token.ts';
import type { Database } from '../postgres/database.ts';

const lifetimeSeconds = 60 * 60;

/** How long an invitation link works. */
export const invitationSeconds = 7 * 24 * 60 * 60;

/** A new link. Its token is known now and never again. */
export interface SignInLink {
  token: string;
  expiresAt: Date;
}

/** Creates the token of a link that signs a person in once. Only its hash is stored. */
export async function createSignInLink(
  db: Database,
  personId: string,
  { now, lifetimeSeconds: seconds = lifetimeSeconds }: { now: Date; lifetimeSeconds?: number },
): Promise<SignInLink> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await db.deleteFrom('sign_in_link').where('person_id', '=', personId).where('expires_at', '<=', now).execute();
  await db
    .insertInto('sign_in_link')
    .values({ hash: hashToken(token), person_id: personId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/** Ends the unused links of a person, since a new one replaces them. */
export async function endSignInLinks(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('sign_in_link').where('person_id', '=', personId).where('used_at', 'is', null).execute();
}

/**
 * Uses a link up. Of two concurrent attempts, one succeeds.
 *
 * @returns the person that it signs in.
 * @throws CopydeskError `invalid_token` when the link is unknown, used or expired.
 */
export async function useSignInLink(
  db: Database,
  token: string,
  now: Date,
): Promise<{ personId: string; organisationId: string }> {
  const used = await db
    .updateTable('sign_in_link')
    .from('person')
    .set({ used_at: now })
    .whereRef('person.id', '=', 'sign_in_link.person_id')
    .where('person.removed_at', 'is', null)
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['person_id as personId', 'person.organisation_id as organisationId'])
    .executeTakeFirst();
  if (used !== undefined) return used;
  throw new CopydeskError('invalid_token', 'This link was used already or has expired. Ask an owner for a new one.');
}
