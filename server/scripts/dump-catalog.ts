import { sql } from 'kysely';
import type { Database } from '../src/postgres/database.ts';

/**
 * Returns what the catalog says about every table and function, as in `server/src/postgres/schema.sql`: reviewers see
 * the result of a migration. It is sorted by name, and the same on every PostgreSQL from 15 on.
 */
export async function dumpCatalog(db: Database): Promise<string> {
  const { rows } = await sql<{ definition: string }>`
    select concat_ws(E'\n',
      format('create table %I (', c.relname),
      (${columns}) || coalesce(E',\n' || (${constraints}), ''),
      ');',
      (${indexes})
    ) as definition
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"
  `.execute(db);
  const { rows: functions } = await sql<{ definition: string }>`
    select rtrim(pg_get_functiondef(oid), E'\n') || ';' as definition from pg_proc
    where pronamespace = 'public'::regnamespace order by proname collate "C"
  `.execute(db);
  return `${header}\n${[...rows, ...functions].map((row) => `\n${row.definition}\n`).join('')}`;
}

const header = '-- The migrated schema, written by `npm run schema`. Do not edit: write a migration.';

const columns = sql`
  select string_agg(
    format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
    E',\n' order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

// Since PostgreSQL 18, "not null" is a separate constraint; the columns already show it.
const constraints = sql`
  select string_agg(format('  constraint %I %s', n.conname, pg_get_constraintdef(n.oid)),
    E',\n' order by array_position(array['p', 'u', 'f', 'c'], n.contype::text), n.conname collate "C")
  from pg_constraint n
  where n.conrelid = c.oid and n.contype in ('p', 'u', 'f', 'c')`;

const indexes = sql`
  select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\n' order by i.indexrelid::regclass::text collate "C")
  from pg_index i
  where i.indrelid = c.oid and not exists (select from pg_constraint n where n.conindid = i.indexrelid)`;
