import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../postgres/database.ts';
import { bytesArray, numberArray, plainArray } from '../arrays.ts';
import { dayOf } from '../calendar.ts';
import { entryOf } from '../fold/journal.ts';
import type { NumberedView } from '../numbered-view.ts';
import { add, condense } from '../fold/packed.ts';
import type { Rows } from '../fold/packed.ts';
import { journalTable } from '../tables.ts';

/** An import: the numbers of its project and of itself. */
export interface ImportKey {
  projectId: number;
  import: number;
}

/**
 * A day's row that has this many bytes is left alone, and a new one begins: a log that is followed adds a few views at
 * a time.
 */
export const fullBytes = 16_384;

/** Stores the counts that an import adds, in the transaction that counts its views. */
export async function keepImportCounts(
  transaction: DatabaseTransaction,
  key: ImportKey,
  views: readonly NumberedView[],
): Promise<void> {
  const days = Map.groupBy(views, ({ at }) => dayOf(at));
  await addToImportCounts(transaction, key, new Map([...days].map(([day, ofDay]) => [day, ofDay.flatMap(entryOf)])));
}

/**
 * Adds to an import's stored counts; the addition may be a correction. Nobody else changes these rows at the same time.
 * @param added rows of {@link journalTable} by day.
 */
export async function addToImportCounts(
  transaction: DatabaseTransaction,
  { projectId, import: number }: ImportKey,
  added: ReadonlyMap<string, Rows>,
): Promise<void> {
  if (added.size === 0) return;
  const days = plainArray([...added.keys()]);
  const { rows: stored } = await sql<{ day: string; part: number; entries: Buffer }>`
    select distinct on (day) to_char(day, 'YYYY-MM-DD') as day, part, entries from view_import_count
    where project_id = ${projectId} and import = ${number} and day = any(${days}::date[])
    order by day, part desc
  `.execute(transaction);
  const last = new Map(stored.map((row) => [row.day, row]));
  const parts = [...added].map(([day, rows]) => {
    const before = last.get(day) ?? { part: 0, entries: Buffer.alloc(0) };
    const isFull = before.entries.length >= fullBytes;
    const entries = add(journalTable, isFull ? Buffer.alloc(0) : before.entries, condense(journalTable, rows));
    return { part: before.part + (isFull ? 1 : 0), entries };
  });
  await sql`
    insert into view_import_count (project_id, import, day, part, entries)
    select ${projectId}, ${number}, * from unnest(
      ${days}::date[], ${numberArray(parts.map(({ part }) => part))}::int[],
      ${bytesArray(parts.map(({ entries }) => entries))}::bytea[]
    )
    on conflict (project_id, import, day, part) do update set entries = excluded.entries
  `.execute(transaction);
}
