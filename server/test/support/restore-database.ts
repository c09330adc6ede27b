import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../src/postgres/database.ts';

/** What a database has before its test: what the migrations created and inserted. */
export interface FreshContent {
  /** Every table, with its rows as a JSON array. */
  tables: { name: string; rows: string }[];
  shape: string;
}

/** Deleting more rows than these takes longer than a new database, and leaves other plans than in one. */
const mostDeletedRows = 2_000;

export async function readFreshContent(db: Database): Promise<FreshContent> {
  const { rows: names } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname <> 'information_schema' and schemaname !~ '^pg_' order by 1
  `.execute(db);
  const tables: FreshContent['tables'] = [];
  for (const { name } of names) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(t), '[]')::text as rows from ${sql.raw(name)} t
    `.execute(db);
    tables.push({ name, rows: rows[0]?.rows ?? '[]' });
  }
  return { tables, shape: await readShape(db) };
}

/**
 * Gives a used database the content of a fresh one. Returns false when it is not worth it, or when its test has changed
 * more than rows and partitions: such a database must be dropped.
 */
export async function restoreDatabase(db: Database, fresh: FreshContent): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await dropPartitions(transaction);
    await sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence`.execute(transaction);
    if ((await readShape(transaction)) !== fresh.shape) return false;
    // No trigger and no foreign key minds the order of the tables.
    await sql`set local session_replication_role = replica`.execute(transaction);
    if ((await deleteRows(transaction, fresh)) > mostDeletedRows) return false;
    for (const { name, rows } of fresh.tables) {
      if (rows === '[]') continue;
      const table = sql.raw(name);
      await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows})`.execute(
        transaction,
      );
    }
    return true;
  });
}

/** The product creates a partition for each month that has page views. */
async function dropPartitions(db: DatabaseTransaction): Promise<void> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(oid::regclass::text, ', ') as names from pg_class where relispartition and relkind = 'r'
  `.execute(db);
  const names = rows[0]?.names ?? null;
  if (names !== null) await sql`drop table ${sql.raw(names)}`.execute(db);
}

/** Returns how many rows there were. */
async function deleteRows(db: DatabaseTransaction, { tables }: FreshContent): Promise<number> {
  const deletions = tables.map(({ name }, index) => `d${index} as (delete from ${name} returning 1)`);
  const counts = tables.map((_, index) => `(select count(*) from d${index})`);
  const { rows } = await sql<{ count: number }>`
    with ${sql.raw(deletions.join(', '))} select ${sql.raw(counts.join(' + '))} as count
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Summarises the catalogs, so that any change of the schema is noticed. */
async function readShape(db: Database | DatabaseTransaction): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    with own as (
      select c.oid, c.relname, c.relkind, c.relacl, c.reloptions, c.relowner from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    )
    select md5(concat_ws(';',
      (select string_agg(own::text, ',' order by oid) from own),
      (select string_agg(concat(attrelid, attname, atttypid, attnotnull, attisdropped, attstattarget), ',' order by attrelid, attnum)
        from pg_attribute where attrelid >= 16384),
      (select string_agg(concat(oid, conname, convalidated), ',' order by oid) from pg_constraint where oid >= 16384),
      (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger where oid >= 16384),
      (select string_agg(concat(oid, proname, md5(prosrc)), ',' order by oid) from pg_proc where oid >= 16384),
      (select string_agg(concat(oid, nspname, nspacl), ',' order by oid) from pg_namespace where nspname !~ '^pg_(temp|toast)'),
      (select string_agg(concat(oid, extname), ',' order by oid) from pg_extension),
      (select string_agg(concat(seqrelid, pg_sequence_last_value(seqrelid)), ',' order by seqrelid) from pg_sequence)
    )) as shape
  `.execute(db);
  return rows[0]?.shape ?? '';
}
