import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** Lists the ids of a key and of the keys that it was rotated from: for their holder, they are one key. */
export async function listKeyLine(db: Database, keyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id) as (
      select ${keyId}::text
      union
      select api_key.id from line join api_key on api_key.rotated_to = line.id
    )
    select id from line`.execute(db);
  return rows.map(({ id }) => id);
}
