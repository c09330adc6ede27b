import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import { dayOf, monthsBefore } from '../calendar.ts';
import { foldAll, lockRollups } from '../fold/fold.ts';
import { condense, pack } from '../fold/packed.ts';
import type { Rows } from '../fold/packed.ts';
import { packHere } from '../fold/packing.ts';
import type { AddedRollup } from '../fold/packing.ts';
import { addRollups, settleRollups } from '../fold/rollups.ts';
import { emptyTables } from './slices.ts';
import { htmlNumber, rollupTables } from '../tables.ts';

interface Kept {
  now: Date;
  retentionMonths: number;
}

/**
 * Fills in the surfaces of roll-ups from before surfaces were counted, from single views: one month at a time, the
 * latest first. Months whose single views are gone stay without surfaces.
 */
export async function fillSurfaces(db: Database, { now, retentionMonths }: Kept): Promise<void> {
  const kept = dayOf(monthsBefore(now.getTime(), retentionMonths));
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from view_site where surfaces_from > greatest(raw_from::date, ${kept}::date)
    order by project_id
  `.execute(db);
  for (const { projectId } of rows) while (await fillMonth(db, projectId, kept));
}

/** @returns whether another month may be left to fill. */
async function fillMonth(db: Database, projectId: number, kept: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    // Writers and reclassifications wait: until the end, the roll-ups count exactly the single views.
    await sql`select 1 from view_site where project_id = ${projectId} for update`.execute(transaction);
    await lockRollups(transaction, projectId);
    await foldAll(transaction, projectId);
    const { rows } = await sql<{ month: string; isKept: boolean; keptFrom: string }>`
      select to_char(start, 'YYYY-MM-DD') as month, start >= greatest(raw_from::date, ${kept}::date) as "isKept",
        greatest(raw_from::date, ${kept}::date)::text as "keptFrom"
      from view_site join view_rollup using (project_id)
      where project_id = ${projectId} and level = 'month' and start < surfaces_from order by start desc limit 1
    `.execute(transaction);
    const [next] = rows;
    if (next?.isKept === true) await fillRollups(transaction, projectId, next.month);
    const from = next === undefined ? '-infinity' : next.isKept ? next.month : next.keptFrom;
    await sql`update view_site set surfaces_from = ${from}::date where project_id = ${projectId}`.execute(transaction);
    return next?.isKept === true;
  });
}

async function fillRollups(transaction: DatabaseTransaction, projectId: number, month: string): Promise<void> {
  await sql`
    update view_rollup set surfaces = '' where project_id = ${projectId} and date_trunc('month', start::timestamp) = ${month}
  `.execute(transaction);
  const byDay = await countSurfaces(transaction, projectId, month);
  if (byDay.size === 0) return;
  const added = [...byDay].map(([day, rows]) => surfacesOf('day', day, rows));
  added.push(surfacesOf('month', month, condense(rollupTables.surfaces, [...byDay.values()].flat())));
  const adding = { transaction, projectId, pack: packHere };
  await addRollups(adding, added);
  await settleRollups(adding);
}

function surfacesOf(level: AddedRollup['level'], start: string, rows: Rows): AddedRollup {
  const surfaces = pack(rollupTables.surfaces, rows);
  return { level, start, tables: { ...emptyTables(), surfaces }, bytes: surfaces.length, corrects: false };
}

/** Counts the surfaces of a month; returns condensed rows by day. */
async function countSurfaces(
  transaction: DatabaseTransaction,
  projectId: number,
  month: string,
): Promise<Map<string, Rows>> {
  const { rows } = await sql<{
    day: string;
    found: number;
    surface: number;
    kind: number;
    page: number;
    views: number;
  }>`
    select to_char(view.at at time zone 'utc', 'YYYY-MM-DD') as day, view.found::int as found, view.surface,
      reader.kind, view.page, count(*)::int as views
    from view join view_reader reader on reader.project_id = view.project_id and reader.number = view.reader
    where view.project_id = ${projectId} and view.surface <> ${htmlNumber}
      and view.at >= ${`${month}T00:00:00Z`}::timestamptz
      and view.at < (${month}::date + interval '1 month') at time zone 'utc'
    group by 1, 2, 3, 4, 5
  `.execute(transaction);
  const days = Map.groupBy(rows, ({ day }) => day);
  const rowOf = (row: (typeof rows)[number]) => [row.found, row.surface, row.kind, row.page, row.views];
  return new Map([...days].map(([day, ofDay]) => [day, condense(rollupTables.surfaces, ofDay.flatMap(rowOf))]));
}
