import type { Database } from '../../postgres/database.ts';

/** Returns when a key expires; undefined when it never does. */
export async function readKeyEnd(db: Database, keyId: string): Promise<Date | undefined> {
  const row = await db.selectFrom('api_key').select('expires_at').where('id', '=', keyId).executeTakeFirst();
  return row?.expires_at ?? undefined;
}
