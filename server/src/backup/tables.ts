import type { Client } from 'pg';
import type { Sequences, Table } from './shapes.ts';

/**
 * Lists the tables of a database, each after those that it refers to, so that they can be filled in this order.
 * Partitions belong to their table. Leaves out generated columns, the list of migrations, and the record of a move: the
 * copy is not moved.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(`
    select class.relname as name,
      (select array_agg(attname order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '')::text[] as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', part.relname, 'bound', pg_get_expr(part.relpartbound, part.oid)))
        from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = class.oid), '[]') as partitions,
      coalesce((select array_agg(distinct confrelid::regclass::text) from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid), '{}') as "refersTo"
    from pg_class class
    where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
      and not class.relispartition and class.relname not in ('migration', 'database_move')
    order by class.relname
  `);
  return sortByReferences(rows).map(({ name, columns, partitions }) => ({
    name,
    columns,
    partitions: partitions.map((partition) => ({ name: partition.name, ...boundsOf(partition) })),
  }));
}

function sortByReferences<T extends { name: string; refersTo: string[] }>(tables: T[]): T[] {
  const ordered: T[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (next.length === 0) throw new TypeError(`The tables ${[...waiting].join(', ')} refer to each other in a circle`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** `FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')`, as a session in UTC prints it. */
function boundsOf(partition: object): { from: string; to: string } {
  const bound = 'bound' in partition ? String(partition.bound) : '';
  const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? [];
  if (from === undefined || to === undefined)
    throw new TypeError(`A partition has bounds of a kind of its own: ${bound}`);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export async function readSequences(client: Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1
  `);
  const sequences: Sequences = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    if (state[0] !== undefined) sequences.push({ name, ...state[0] });
  }
  return sequences;
}
