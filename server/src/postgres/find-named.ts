import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What a name of an organisation is looked for in, also of what is gone. */
export interface NameWanted {
  organisationId: string;
  name: string;
  limit: number;
}

/** The rows of a name in whatever case, those first that are written exactly so. */
export async function findNamed(
  db: Database,
  table: 'person' | 'api_key',
  { organisationId, name, limit }: NameWanted,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(table)}
    where organisation_id = ${organisationId} and lower(name) = lower(${name})
    order by name = ${name} desc, id limit ${limit}
  `.execute(db);
  return rows;
}
