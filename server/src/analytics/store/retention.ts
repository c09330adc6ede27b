import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import { acrossProjects } from '../cluster/every-project.ts';
import { dayMilliseconds, dayOf, monthsBefore } from './calendar.ts';
import { idDays } from './event-ids.ts';

/** How many days before today salts are kept: views that arrive a day late still get the hash of their day. */
const saltDays = 1;

/** How many ids one statement deletes. */
const forgottenAtOnce = 20_000;

/**
 * Drops the single views of months beyond the retention period. Their counts stay. A query bound within a day before
 * that is then answered with whole days.
 */
export async function dropOldViews(db: Database, { now, retentionMonths }: { now: Date; retentionMonths: number }) {
  const kept = new Date(monthsBefore(now.getTime(), retentionMonths));
  for (const name of await oldPartitions(db, kept)) {
    await db.transaction().execute(async (transaction) => {
      // Dropping blocks all writers, so it waits only a moment for the lock; it is retried an hour later.
      await sql`set local lock_timeout = '2s'`.execute(transaction);
      await sql`update view_site set raw_from = ${kept} where raw_from < ${kept}`.execute(transaction);
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    });
  }
}

/** Returns the partitions whose months end at or before the moment, oldest first. */
async function oldPartitions(db: Database, kept: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'view'::regclass and child.relname ~ '^view_\\d{4}_\\d{2}$'
      and to_date(right(child.relname, 7), 'YYYY_MM') < ${dayOf(kept.getTime())}::date
    order by child.relname
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes event ids after 30 days, and salts after two. */
export async function forgetOldViews(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number): string => dayOf(now.getTime() - days * dayMilliseconds);
  await acrossProjects(db, async (ofThese) => {
    await sql`delete from view_salt where day < ${daysAgo(saltDays)} and ${ofThese}`.execute(db);
    return [];
  });
  await forgetIds(db, daysAgo(idDays));
}

/**
 * Deletes by key, project by project: rows on several nodes of a cluster cannot be addressed by their place in a table,
 * so their keys are read first.
 */
async function forgetIds(db: Database, before: string): Promise<void> {
  for (;;) {
    const old = await acrossProjects(db, async (ofThese) => await readOldIds(db, before, ofThese));
    for (const { projectId, ids } of old) {
      await sql`delete from view_event_id where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db);
    }
    if (old.reduce((sum, { count }) => sum + count, 0) < forgottenAtOnce) return;
  }
}

async function readOldIds(db: Database, before: string, ofThese: RawBuilder<unknown>) {
  const { rows } = await sql<{ projectId: number; ids: string; count: number }>`
    select project_id as "projectId", array_agg(id)::text as ids, count(*) as count
    from (
      select project_id, id from view_event_id where received_on < ${before} and ${ofThese} limit ${forgottenAtOnce}
    ) as old
    group by project_id
  `.execute(db);
  return rows;
}
