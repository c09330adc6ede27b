import type { Database } from '../postgres/database.ts';

const defaultId = 'org_default';

/**
 * Returns the id of the one organisation of this installation. Created on first use, by whichever process comes first.
 */
export async function defaultOrganisation(db: Database): Promise<string> {
  const found = await db.selectFrom('organisation').select('id').where('id', '=', defaultId).executeTakeFirst();
  if (found !== undefined) return found.id;
  await db
    .insertInto('organisation')
    .values({ id: defaultId, name: 'Default' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return defaultId;
}

/** Reads the name of an organisation. */
export async function readOrganisation(db: Database, id: string): Promise<{ id: string; name: string }> {
  return await db.selectFrom('organisation').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow();
}
