import type { Client } from 'pg';

/** What makes rows findable and keeps them consistent, taken off tables that are to be filled. */
export interface Dropped {
  /** Statements that make it again, in an order in which each finds what it needs. */
  statements: { table: string; text: string }[];
}

interface Part {
  kind: 'reference' | 'constraint' | 'index';
  table: string;
  name: string;
  definition: string;
}

/**
 * Takes the indexes off all tables of a schema, and the constraints that need indexes. Filling a table with its indexes costs a
 * search in each for every row: a million page views with their ids took three times as long.
 */
export async function dropIndexes(client: Client): Promise<Dropped> {
  const parts = await readParts(client);
  for (const part of parts) await client.query(dropStatement(client, part));
  return {
    // The other way round: references need the keys that they lead to.
    statements: parts.toReversed().map((part) => ({ table: part.table, text: makeStatement(client, part) })),
  };
}

/** References before the keys that they lead to. What a partition has of its table goes and comes with it. */
async function readParts(client: Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(`
    select case contype when 'f' then 'reference' else 'constraint' end as kind, class.relname as table, conname as name,
        pg_get_constraintdef(con.oid) as definition
      from pg_constraint con join pg_class class on class.oid = conrelid
      where connamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u', 'x') and conparentid = 0
        and class.relname <> 'migration'
    union all
    select 'index', class.relname, index.relname, pg_get_indexdef(indexrelid)
      from pg_index join pg_class class on class.oid = indrelid join pg_class index on index.oid = indexrelid
      where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p') and not index.relispartition
        and not exists (select from pg_constraint where conindid = indexrelid)
    order by kind desc, "table", name
  `);
  return rows;
}

function dropStatement(client: Client, { kind, table, name }: Part): string {
  if (kind === 'index') return `drop index ${client.escapeIdentifier(name)}`;
  return `alter table ${client.escapeIdentifier(table)} drop constraint ${client.escapeIdentifier(name)}`;
}

/** The index of a table with partitions is told as one of the table alone, and is meant to be of all of them. */
function makeStatement(client: Client, { kind, table, name, definition }: Part): string {
  if (kind === 'index') return definition.replace(' ON ONLY ', ' ON ');
  return `alter table ${client.escapeIdentifier(table)} add constraint ${client.escapeIdentifier(name)} ${definition}`;
}
