import type { Client } from 'pg';

/** Indexes and constraints that were dropped from tables before filling them. */
export interface Dropped {
  /** Statements that recreate them, in an order in which each finds what it needs. */
  statements: { table: string; text: string }[];
}

interface Part {
  kind: 'reference' | 'constraint' | 'index';
  table: string;
  name: string;
  definition: string;
}

/**
 * Drops the indexes of all tables of a schema, and the constraints that need indexes. Filling a table with indexes
 * costs a search in each index for every row: a million page views with their ids took three times as long.
 */
export async function dropIndexes(client: Client): Promise<Dropped> {
  const parts = await readParts(client);
  for (const part of parts) await client.query(dropStatement(client, part));
  return {
    // In reverse order: references need the keys that they point to.
    statements: parts.toReversed().map((part) => ({ table: part.table, text: makeStatement(client, part) })),
  };
}

/**
 * Lists references before the keys that they point to. What a partition inherits from its table is dropped and created
 * with it.
 */
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

/**
 * PostgreSQL prints the index of a partitioned table as one of the table only; the statement must include all
 * partitions.
 */
function makeStatement(client: Client, { kind, table, name, definition }: Part): string {
  if (kind === 'index') return definition.replace(' ON ONLY ', ' ON ');
  return `alter table ${client.escapeIdentifier(table)} add constraint ${client.escapeIdentifier(name)} ${definition}`;
}
