import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { numberArray, plainArray } from '../store/arrays.ts';
import { elsewhereHour, elsewhereSurface, elsewhereVerification } from '../store/imports/elsewhere.ts';
import { addToRollups } from '../store/fold/fold.ts';
import { addToImportCounts } from '../store/imports/import-counts.ts';
import { condense, pack, visit } from '../store/fold/packed.ts';
import type { Rows } from '../store/fold/packed.ts';
import { journalTable, rollupTables } from '../store/tables.ts';
import type { ViewClass } from '../store/tables.ts';
import { dayMilliseconds } from '../store/calendar.ts';
import type { ElsewhereSummary, SkippedDays } from './import-request.ts';

/** How many days are added at a time, which limits memory. */
const daysAtOnce = 7;

/** An addition to a project's counts. */
export interface Addition {
  projectId: number;
  /** The project's shards. Counts from elsewhere are stored in the first. */
  shards: readonly number[];
  /** Null in a dry run. */
  import: number | null;
  /** The class and the kind of each reader, by index; undefined for a kind that does not exist yet. */
  readers: readonly { class: 'human' | 'ai'; kind: number | undefined }[];
  /** The kinds of the same product: what these have counted for a page on a day is not counted again. */
  ofSource: ReadonlySet<number>;
  classes: ReadonlyMap<number, ViewClass>;
  until?: string;
  countedDays: boolean;
  /** Receives the pages that are counted. */
  pages: Set<number>;
}

/**
 * Adds the gathered counts to the roll-ups, and records them for the import. The caller holds the lock of the roll-ups,
 * the project's journal is empty, and no recent rows lie beside its roll-ups.
 */
export async function storeCounts(
  transaction: DatabaseTransaction,
  addition: Addition,
  summary: ElsewhereSummary,
): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(day, 'YYYY-MM-DD') as day from count_from_elsewhere order by day
  `.execute(transaction);
  const days = rows.map(({ day }) => day);
  for (let start = 0; start < days.length; start += daysAtOnce) {
    await storeDays(transaction, addition, summary, days.slice(start, start + daysAtOnce));
  }
}

interface Count {
  day: string;
  page: number;
  reader: number;
  views: number;
}

async function storeDays(
  transaction: DatabaseTransaction,
  addition: Addition,
  summary: ElsewhereSummary,
  days: readonly string[],
): Promise<void> {
  const { projectId, import: number } = addition;
  const { rows } = await sql<Count>`
    select to_char(day, 'YYYY-MM-DD') as day, page, reader, sum(views)::int8 as views
    from count_from_elsewhere join page_from_elsewhere using (path)
    where count_from_elsewhere.day = any(${plainArray(days)}::date[])
    group by count_from_elsewhere.day, page, reader order by count_from_elsewhere.day
  `.execute(transaction);
  const before = await readBefore(transaction, addition, days);
  const fresh = new Map<string, Rows>();
  for (const [day, counts] of Map.groupBy(rows, (row) => row.day)) {
    const entries = counts.flatMap((count) => takeCount(addition, summary, before.get(day) ?? nothing, count));
    if (entries.length > 0) fresh.set(day, entries);
  }
  if (number === null || fresh.size === 0) return;
  await addToImportCounts(transaction, { projectId, import: number }, fresh);
  const packed = [...fresh.values()].map((entries) => pack(journalTable, condense(journalTable, entries)));
  await addToRollups(transaction, projectId, packed);
}

/** What was already counted on a day. */
interface Before {
  /** The classes that Copydesk, or another product, has counted. */
  classes: Set<ViewClass>;
  /** What the same product has counted, by kind and page. */
  known: Map<string, number>;
}

const nothing: Before = { classes: new Set(), known: new Map() };

async function readBefore(
  transaction: DatabaseTransaction,
  { shards, ofSource, classes }: Addition,
  days: readonly string[],
): Promise<Map<string, Before>> {
  const { rows } = await sql<{ day: string; site: Buffer; kinds: Buffer }>`
    select to_char(start, 'YYYY-MM-DD') as day, site, kinds from view_rollup
    where project_id = any(${numberArray(shards)}::int[]) and level = 'day' and start = any(${plainArray(days)}::date[])
  `.execute(transaction);
  const found = new Map<string, Before>();
  // Several rows of a day are its slices.
  for (const { day, site, kinds } of rows) {
    const before = found.get(day) ?? { classes: new Set(), known: new Map() };
    found.set(day, before);
    visit(rollupTables.site, site, ([, kind = 0, , , views = 0]) => {
      const viewClass = classes.get(kind);
      if (views > 0 && viewClass !== undefined && !ofSource.has(kind)) before.classes.add(viewClass);
    });
    visit(rollupTables.kinds, kinds, ([kind = 0, page = 0, views = 0]) => {
      if (ofSource.has(kind)) before.known.set(`${kind} ${page}`, views);
    });
  }
  return found;
}

/** Converts a count. @returns a row of {@link journalTable}, or an empty one when the count is left out. */
function takeCount(addition: Addition, summary: ElsewhereSummary, before: Before, count: Count): Rows {
  const { day, page, views } = count;
  const { class: viewClass, kind } = addition.readers[count.reader] ?? { class: 'human' };
  const known = kind === undefined ? undefined : before.known.get(`${kind} ${page}`);
  if (addition.until !== undefined && day >= addition.until) return skip(summary.later, day, views);
  if (known !== undefined) {
    if (known !== views) summary.known.changed += 1;
    return skip(summary.known, day, views);
  }
  if (!addition.countedDays && before.classes.has(viewClass)) return skip(summary.countedDays, day, views);
  const { counted } = summary;
  addition.pages.add(page);
  counted[viewClass] += views;
  if (counted.last !== day) counted.days += 1;
  counted.first ??= day;
  counted.last = day;
  const hour = (Date.parse(day) / dayMilliseconds) * 24 + elsewhereHour;
  return [hour, page, kind ?? 0, elsewhereSurface, elsewhereVerification(viewClass), 1, 0, views, 0];
}

function skip(skipped: SkippedDays, day: string, views: number): Rows {
  skipped.views += views;
  if (skipped.last !== day) skipped.days += 1;
  skipped.first ??= day;
  skipped.last = day;
  return [];
}
