import { CopydeskError } from '@copydesk/contract';
import { inTransaction } from '../postgres/database.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { hashToken, newToken } from '../secrets/token.ts';
import { createPerson } from './people.ts';
import type { Person } from './people.ts';

const lifetimeSeconds = 60 * 60;

/**
 * Creates the token of a link that creates the first owner of an organisation. Returns undefined when it has people.
 * Earlier links stop working.
 */
export async function createOwnerLink(
  db: Database,
  organisationId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  return await inTransaction(db, async (transaction) => {
    if (await hasPeople(transaction, organisationId)) return undefined;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
    await transaction.deleteFrom('owner_link').where('organisation_id', '=', organisationId).execute();
    await transaction
      .insertInto('owner_link')
      .values({ hash: hashToken(token), organisation_id: organisationId, expires_at: expiresAt })
      .execute();
    return { token, expiresAt };
  });
}

/** Whether a link would create an owner now. The check does not use the link up. */
export async function isOwnerLink(db: Database, token: string, now: Date): Promise<boolean> {
  const link = await db
    .selectFrom('owner_link')
    .select('hash')
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('person')
            .select('person.id')
            .whereRef('person.organisation_id', '=', 'owner_link.organisation_id')
            .where('removed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return link !== undefined;
}

/**
 * Creates the first owner, and uses the link up. Of two concurrent attempts, one succeeds, since the organisation is
 * locked.
 *
 * @throws CopydeskError `invalid_token` when the link is unknown, used or expired, or a person exists by now.
 */
export async function makeFirstOwner(
  transaction: DatabaseTransaction,
  token: string,
  { name, email, now }: { name: string; email: string | null; now: Date },
): Promise<{ person: Person; organisationId: string }> {
  const link = await transaction
    .selectFrom('owner_link')
    .select('organisation_id as organisationId')
    .where('hash', '=', hashToken(token))
    .executeTakeFirst();
  if (link === undefined) throw usedUp();
  const { organisationId } = link;
  if (await hasPeople(transaction, organisationId)) throw usedUp();
  const { numUpdatedRows } = await transaction
    .updateTable('owner_link')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw usedUp();
  return { person: await createPerson(transaction, { organisationId, name, email, role: 'owner' }), organisationId };
}

/** Takes a lock that blocks everybody who would create a person, since an insert locks the organisation's row, too. */
async function hasPeople(transaction: DatabaseTransaction, organisationId: string): Promise<boolean> {
  await transaction.selectFrom('organisation').select('id').where('id', '=', organisationId).forUpdate().execute();
  const person = await transaction
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return person !== undefined;
}

function usedUp(): CopydeskError {
  return new CopydeskError(
    'invalid_token',
    'This link creates the first owner, once, within an hour. It was used already, has expired, or a newer link replaced it.',
  );
}
