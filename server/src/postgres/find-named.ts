import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A name to find in an organisation, including among deleted rows. */
export interface NameWanted {
  organisationId: string;
  name: string;
  limit: number;
}

/** Finds the rows with a name, ignoring case. Those with exactly the same spelling come first. */
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
