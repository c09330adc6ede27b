import type { Client } from 'pg';
import { readTables } from './tables.ts';

/** The number of rows of a table, and a checksum over them that does not depend on their order. */
export interface TableContents {
  name: string;
  rows: number;
  sum: string;
}

/**
 * Reads the contents of all tables in a form that allows comparing two databases: the text of each row is the same on
 * every PostgreSQL from 15 on, and so is its hash.
 */
export async function readContents(client: Client, onTable: (name: string) => void): Promise<TableContents[]> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1`,
  );
  const contents: TableContents[] = [];
  for (const { name } of await readTables(client)) {
    onTable(name);
    const { rows } = await client.query<{ rows: number; sum: string }>(`
      select count(*) as rows, coalesce(sum(hashtextextended(held::text, 0)::numeric), 0)::text as sum
        from ${client.escapeIdentifier(name)} as held
    `);
    if (rows[0] !== undefined) contents.push({ name, ...rows[0] });
  }
  return contents;
}

/** Returns the tables whose contents differ between two databases, each with its number of rows in both. */
export function differences(one: readonly TableContents[], other: readonly TableContents[]): string[] {
  const names = new Set([...one, ...other].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [first, second] = [one, other].map((contents) => contents.find((table) => table.name === name));
    if (first?.rows === second?.rows && first?.sum === second?.sum) return [];
    return [`${name} (${first?.rows ?? 0} rows here, ${second?.rows ?? 0} there)`];
  });
}
