import type { Database } from '../postgres/database.ts';

const defaultId = 'org_default';

/** The id of the one organisation that every installation has; made on first use, by whichever process comes first. */
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
