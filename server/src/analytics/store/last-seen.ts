import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { plainArray } from './arrays.ts';
import { dayMilliseconds } from './calendar.ts';
import { condense, pack, visit } from './fold/packed.ts';
import type { Rows } from './fold/packed.ts';
import { rollupTables } from './tables.ts';
import type { SiteRow } from './tables.ts';

/**
 * Corrects when readers were last seen, after views were subtracted: a subtraction cannot undo the maximum of two
 * moments. An hour whose single views all exist is corrected from them; in other hours the moment stays, which is
 * within its hour. A month is computed from its days.
 *
 * @param days that have changed, `2026-11-21`. The caller holds the lock of the roll-ups, and no recent rows lie beside
 *   their main rows: the site table is in the first slice of each.
 */
export async function restoreLastSeen(
  transaction: DatabaseTransaction,
  projectId: number,
  days: readonly string[],
): Promise<void> {
  for (const day of days) await restoreDay(transaction, projectId, day);
  const months = new Set(days.map((day) => `${day.slice(0, 7)}-01`));
  for (const month of months) await restoreMonth(transaction, projectId, month);
}

async function restoreDay(transaction: DatabaseTransaction, projectId: number, day: string): Promise<void> {
  const [stored] = await readSites(transaction, projectId, { level: 'day', from: day, to: day });
  if (stored === undefined) return;
  const seen = await readSeen(transaction, projectId, day);
  const rows: Rows = [];
  visit(rollupTables.site, stored.site, ([hour = 0, kind = 0, surface = 0, verification = 0, views = 0, last = 0]) => {
    const found = seen.get(keyOf({ hour, kind, surface, verification }));
    rows.push(hour, kind, surface, verification, views, found?.views === views ? found.lastSecond : last);
  });
  await writeSite(transaction, projectId, { level: 'day', start: day, rows });
}

async function restoreMonth(transaction: DatabaseTransaction, projectId: number, month: string): Promise<void> {
  const end = new Date(Date.parse(month) + 31 * dayMilliseconds).toISOString().slice(0, 7);
  const to = new Date(Date.parse(`${end}-01`) - dayMilliseconds).toISOString().slice(0, 10);
  const days = await readSites(transaction, projectId, { level: 'day', from: month, to });
  const rows: Rows = [];
  for (const { start, site } of days) {
    const before = (Date.parse(start) - Date.parse(month)) / 1000;
    visit(rollupTables.site, site, ([hour = 0, kind = 0, surface = 0, verification = 0, views = 0, last = 0]) => {
      rows.push(0, kind, surface, verification, views, before + hour * 3600 + last);
    });
  }
  await writeSite(transaction, projectId, { level: 'month', start: month, rows: condense(rollupTables.site, rows) });
}

interface SiteOf {
  start: string;
  site: Buffer;
}

async function readSites(
  transaction: DatabaseTransaction,
  projectId: number,
  { level, from, to }: { level: 'day' | 'month'; from: string; to: string },
): Promise<SiteOf[]> {
  const { rows } = await sql<SiteOf>`
    select to_char(start, 'YYYY-MM-DD') as start, site from view_rollup
    where project_id = ${projectId} and level = ${level} and start between ${from} and ${to} and first = 0
  `.execute(transaction);
  return rows;
}

async function writeSite(
  transaction: DatabaseTransaction,
  projectId: number,
  { level, start, rows }: { level: 'day' | 'month'; start: string; rows: Rows },
): Promise<void> {
  // An array element in `set`, `(array)[1]`, crashes the coordinator of Citus 13.2 with a segmentation fault.
  await sql`
    update view_rollup set site = ${pack(rollupTables.site, rows)}
    where project_id = ${projectId} and level = ${level} and start = any(${plainArray([start])}::date[]) and first = 0
  `.execute(transaction);
}

/** Reads from the single views of a day when each kind was last seen. Leaves out views of missing pages. */
async function readSeen(
  transaction: DatabaseTransaction,
  projectId: number,
  day: string,
): Promise<Map<string, SiteRow>> {
  const { rows } = await sql<SiteRow>`
    select extract(hour from view.at at time zone 'utc')::int as hour, reader.kind, view.surface,
      reader.verification, count(*)::int as views,
      max(floor(extract(epoch from view.at))::int8 % 3600)::int as "lastSecond"
    from view join view_reader reader on reader.project_id = view.project_id and reader.number = view.reader
    where view.project_id = ${projectId} and view.found and view.at >= ${`${day}T00:00:00Z`}::timestamptz
      and view.at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    group by 1, 2, 3, 4
  `.execute(transaction);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ hour, kind, surface, verification }: Omit<SiteRow, 'views' | 'lastSecond'>): string {
  return `${hour} ${kind} ${surface} ${verification}`;
}
