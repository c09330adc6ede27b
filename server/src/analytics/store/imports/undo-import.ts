import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import { allowLong } from '../../../postgres/statements/long-statements.ts';
import { dayMilliseconds, dayOf } from '../calendar.ts';
import { addToRollups, foldAll, lockRollups } from '../fold/fold.ts';
import type { ImportKey } from './import-counts.ts';
import { readImport } from './import-runs.ts';
import type { ImportRun } from './import-runs.ts';
import { restoreLastSeen } from '../last-seen.ts';
import { pack, visit } from '../fold/packed.ts';
import type { Rows } from '../fold/packed.ts';
import { journalTable } from '../tables.ts';

/** How many days are subtracted at a time, which limits memory. */
const daysAtOnce = 31;

/** Subtracting an import of a year's logs of a busy site takes minutes. */
const undoSeconds = 3_600;

/**
 * Subtracts exactly what an import has added, also where single views are gone, in one transaction: concurrent reads
 * see all of the change or none of it, and a failed undo changes nothing. The import ends if it is in progress. Other
 * writers continue, and what they add is folded afterwards. A second undo changes nothing.
 *
 * Afterwards, logs of the project that imports have read are read again from the beginning. Lines that other imports
 * have counted are recognised and skipped.
 *
 * @throws CopydeskError `not_found`
 */
export async function undoImport(db: Database, key: ImportKey): Promise<ImportRun> {
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, undoSeconds);
    // Keeps readers from being classified again at the same time, which also moves counts of imports.
    await sql`select 1 from view_site where project_id = ${key.projectId} for key share`.execute(transaction);
    if (await markUndone(transaction, key)) await takeOff(transaction, key);
    return await readImport(transaction, key);
  });
}

/** Waits for the import's current transaction; the import stores nothing afterwards. */
async function markUndone(
  transaction: DatabaseTransaction,
  { projectId, import: number }: ImportKey,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update view_import_run set undone_at = now(), ended_at = least(ended_at, now())
    where project_id = ${projectId} and number = ${number} and undone_at is null
  `.execute(transaction);
  return Number(numAffectedRows) > 0;
}

async function takeOff(transaction: DatabaseTransaction, key: ImportKey): Promise<void> {
  const { projectId, import: number } = key;
  await lockRollups(transaction, projectId);
  // The roll-ups then include what the import added last.
  await foldAll(transaction, projectId);
  const days = await readDays(transaction, key);
  for (let start = 0; start < days.length; start += daysAtOnce) {
    await takeOffDays(transaction, key, days.slice(start, start + daysAtOnce));
  }
  const byImport = sql`where project_id = ${projectId} and import = ${number}`;
  await sql`delete from view_import_count ${byImport}`.execute(transaction);
  await sql`delete from view_import_line ${byImport}`.execute(transaction);
  await sql`delete from view_event_id ${byImport}`.execute(transaction);
  await readLogsAgain(transaction, projectId);
}

async function readDays(transaction: DatabaseTransaction, key: ImportKey): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(day, 'YYYY-MM-DD') as day from view_import_count
    where project_id = ${key.projectId} and import = ${key.import} order by day
  `.execute(transaction);
  return rows.map(({ day }) => day);
}

/** @param days in order. */
async function takeOffDays(transaction: DatabaseTransaction, key: ImportKey, days: string[]): Promise<void> {
  const { projectId, import: number } = key;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { rows } = await sql<{ entries: Buffer }>`
    select entries from view_import_count
    where project_id = ${projectId} and import = ${number} and day between ${first} and ${last}
  `.execute(transaction);
  await addToRollups(
    transaction,
    projectId,
    rows.map(({ entries }) => negative(entries)),
  );
  const end = dayOf(Date.parse(last) + dayMilliseconds);
  await sql`
    delete from view where project_id = ${projectId} and import = ${number}
      and at >= ${`${first}T00:00:00Z`}::timestamptz and at < ${`${end}T00:00:00Z`}::timestamptz
  `.execute(transaction);
  await restoreLastSeen(transaction, projectId, days);
  await sql`
    delete from view_rollup where project_id = ${projectId}
      and octet_length(pages || hours || kinds || site || missing || referrers || surfaces) = 0
  `.execute(transaction);
}

/** Returns the same entries with negated counts. */
function negative(entries: Uint8Array): Buffer {
  const rows: Rows = [];
  visit(journalTable, entries, (row) => {
    for (const [column, value] of row.entries()) rows.push(column === journalTable.keys ? -value : value);
  });
  return pack(journalTable, rows);
}

/** Positions from before imports had numbers stay: their lines are not known. */
async function readLogsAgain(transaction: DatabaseTransaction, projectId: number): Promise<void> {
  await sql`delete from view_import where project_id = ${projectId} and untracked_position = 0`.execute(transaction);
  await sql`
    update view_import set position = untracked_position, lines = untracked_lines where project_id = ${projectId}
  `.execute(transaction);
}
