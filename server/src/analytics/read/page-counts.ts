import { sql } from 'kysely';
import type { Totals } from '@copydesk/contract';
import type { RollupTable, ViewClass } from '../store/tables.ts';
import { visitJournal } from './journal.ts';
import { isFiltered, readKinds } from './kinds.ts';
import type { KindFilter } from './kinds.ts';
import { isOfPages, pathCondition } from './path-filter.ts';
import type { PathFilter } from './path-filter.ts';
import { readPieces } from './pieces.ts';
import type { Piece } from './pieces.ts';
import { cover, nearestHours } from './range.ts';
import type { Grain } from './range.ts';
import { countSingleViews } from './single-views.ts';
import type { Snapshot } from './snapshot.ts';
import { beginsWithAll, visitSurface } from './surface-counts.ts';
import type { SurfaceFilter } from './surface-counts.ts';
import { addHours, addKinds, addPages } from './unpack.ts';

/** Which pages count, and which views of them. */
export interface PageFilter extends KindFilter, PathFilter, SurfaceFilter {}

/** Views by the number of the page. */
export interface PageCounts {
  human: Float64Array;
  ai: Float64Array;
}

/** A packed table that tells pages apart. */
interface Source {
  grain: Grain;
  column: RollupTable;
  ofHours?: RollupTable;
  found: boolean;
}

const pages: Source = { grain: 'hour', column: 'pages', ofHours: 'hours', found: true };
const kinds: Source = { grain: 'day', column: 'kinds', found: true };
const missing: Source = { grain: 'day', column: 'missing', found: false };

/** The views of each page within the snapshot's range. With a filter by agent or purpose people have none. */
export async function countPages(snapshot: Snapshot, filter: PageFilter): Promise<PageCounts> {
  return await count(snapshot, isFiltered(filter) ? kinds : pages, filter);
}

/** The same of what was answered 404 or 410. */
export async function countMissing(snapshot: Snapshot, filter: PageFilter): Promise<PageCounts> {
  return await count(snapshot, missing, filter);
}

export function totalsOf({ human, ai }: PageCounts): Totals {
  const [people, agents] = [sumOf(human), sumOf(ai)];
  return { human: people, ai: agents, total: people + agents };
}

function sumOf(counts: Float64Array): number {
  let sum = 0;
  for (const views of counts) sum += views;
  return sum;
}

type SumsOf = (kind: number) => Float64Array | undefined;

async function count(snapshot: Snapshot, source: Source, filter: PageFilter): Promise<PageCounts> {
  const counts = { human: new Float64Array(snapshot.pages + 1), ai: new Float64Array(snapshot.pages + 1) };
  const classOf = (await readKinds(snapshot)).classes(filter);
  const sumsOf: SumsOf = (kind) => sumsOfClass(counts, classOf[kind]);
  if (beginsWithAll(filter)) await countAll(snapshot, source, counts, sumsOf);
  const { surface } = filter;
  if (surface !== undefined) {
    const options = { found: source.found, surface };
    await visitSurface(snapshot, cover(snapshot.span, 'day'), options, ({ page, kind, views }) =>
      addTo(sumsOf(kind), page, views),
    );
  }
  if (isOfPages(filter)) keep(counts, await readChosenPages(snapshot, filter));
  return counts;
}

async function countAll(snapshot: Snapshot, source: Source, counts: PageCounts, sumsOf: SumsOf): Promise<void> {
  const { hours, added, taken } = source.grain === 'hour' ? nearestHours(snapshot.span) : { hours: snapshot.span };
  const covered = cover(hours, source.grain);
  const { pieces, journal } = await readPieces(snapshot, covered, source);
  for (const piece of pieces) addPiece(piece, source, counts, sumsOf);
  visitJournal(journal, { hours: covered.packed, found: source.found }, ({ page, kind, views }) =>
    addTo(sumsOf(kind), page, views),
  );
  const by = { by: ['page'] as const, found: source.found };
  const singles = await countSingleViews(snapshot, [...covered.fragments, ...(added ?? [])], by);
  for (const { page, kind, views } of singles) addTo(sumsOf(kind), page, views);
  const excess = await countSingleViews(snapshot, taken ?? [], by);
  for (const { page, kind, views } of excess) addTo(sumsOf(kind), page, -views);
}

function addPiece({ part, table }: Piece, { column }: Source, { human, ai }: PageCounts, sumsOf: SumsOf): void {
  if (column !== 'pages') addKinds(table, sumsOf);
  else if (part.hours === undefined) addPages(table, human, ai);
  else addHours(table, part.hours, human, ai);
}

function sumsOfClass({ human, ai }: PageCounts, viewClass: ViewClass | undefined): Float64Array | undefined {
  if (viewClass === 'human') return human;
  return viewClass === 'ai' ? ai : undefined;
}

function addTo(sums: Float64Array | undefined, page: number, views: number): void {
  if (sums !== undefined) sums[page] = (sums[page] ?? 0) + views;
}

/** The pages that a filter by path chooses: 1 at the number of each. */
export async function readChosenPages(snapshot: Snapshot, filter: PathFilter): Promise<Uint8Array> {
  const { rows } = await sql<{ number: number }>`
    select number from view_page
    where project_id = ${snapshot.projectId} and ${pathCondition(filter) ?? sql`true`}
  `.execute(snapshot.transaction);
  const chosen = new Uint8Array(snapshot.pages + 1);
  for (const { number } of rows) chosen[number] = 1;
  return chosen;
}

function keep({ human, ai }: PageCounts, chosen: Uint8Array): void {
  for (let page = 0; page < human.length; page += 1) {
    if (chosen[page] === 1) continue;
    human[page] = 0;
    ai[page] = 0;
  }
}
