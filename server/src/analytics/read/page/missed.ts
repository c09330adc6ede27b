import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import type { ViewClass } from '../../store/tables.ts';
import { readKinds } from '../counts/kinds.ts';
import { countMissing } from './page-counts.ts';
import type { PageCounts } from './page-counts.ts';
import { fetchPageNames } from './page-names.ts';
import { readAt } from '../snapshot.ts';
import type { ReadSite, Snapshot } from '../snapshot.ts';

/** A requested path that does not exist. */
export interface MissedPath {
  path: string;
  human: number;
  ai: number;
  /**
   * How many different readers requested it, counted up to the number that was asked for: a person counts once a day,
   * an agent once for its kind.
   */
  readers: number;
}

export interface MissedQuery {
  dateFrom: Date;
  dateTo: Date;
  /** Whose views count. */
  from: 'ai' | 'people' | 'both';
  /** How many different readers must have requested it. */
  minReaders: number;
  limit: number;
}

/** How many of the most requested paths are checked. */
const maximumCandidates = 500;

/**
 * Returns the missing paths that enough different readers requested, most requested first. Packed counts give the
 * candidates; their readers are counted in the single views of the range.
 */
export async function readMissed(db: Database, site: ReadSite, query: MissedQuery): Promise<MissedPath[]> {
  const { dateFrom, dateTo, from, minReaders, limit } = query;
  const read = async (snapshot: Snapshot): Promise<MissedPath[]> => {
    const { human, ai } = await countMissing(snapshot, {});
    const viewsOf = (page: number): number =>
      (from === 'ai' ? 0 : (human[page] ?? 0)) + (from === 'people' ? 0 : (ai[page] ?? 0));
    const pages = [...human.keys()]
      .filter((page) => viewsOf(page) >= minReaders)
      .sort((left, right) => viewsOf(right) - viewsOf(left) || left - right)
      .slice(0, maximumCandidates);
    if (pages.length === 0) return [];
    const readers = await countReaders(snapshot, pages, query);
    const names = await fetchPageNames(snapshot.transaction, site.projectId, pages);
    const found = pages
      .filter((page) => (readers.get(page) ?? 0) >= minReaders && names.has(page))
      .map((page) => missedPath(page, { human, ai, readers, names }));
    return found.slice(0, limit);
  };
  return (await readAt(db, site, { dateFrom, dateTo }, read, true)).result;
}

function missedPath(
  page: number,
  {
    human,
    ai,
    readers,
    names,
  }: Pick<PageCounts, 'human' | 'ai'> & {
    readers: ReadonlyMap<number, number>;
    names: ReadonlyMap<number, string>;
  },
): MissedPath {
  return {
    path: names.get(page) ?? '',
    human: human[page] ?? 0,
    ai: ai[page] ?? 0,
    readers: readers.get(page) ?? 0,
  };
}

/** Counts the different readers of each page, up to the required number. */
async function countReaders(
  snapshot: Snapshot,
  pages: readonly number[],
  { from, minReaders }: Pick<MissedQuery, 'from' | 'minReaders'>,
): Promise<Map<number, number>> {
  const classes = (await readKinds(snapshot)).classes();
  const kinds = classes.flatMap((viewClass, number) => (counts(viewClass, from) ? [number] : []));
  const readers = new Map<number, Set<string>>();
  for (const shard of snapshot.shards) {
    for (const { page, reader } of await readReaders(snapshot, shard, { pages, kinds, most: minReaders })) {
      const ofPage = readers.get(page) ?? new Set<string>();
      readers.set(page, ofPage);
      ofPage.add(reader);
    }
  }
  return new Map([...readers].map(([page, ofPage]) => [page, ofPage.size]));
}

function counts(viewClass: ViewClass | undefined, from: MissedQuery['from']): boolean {
  if (viewClass === 'ai') return from !== 'people';
  return viewClass === 'human' && from !== 'ai';
}

async function readReaders(
  { transaction, span }: Snapshot,
  shard: number,
  { pages, kinds, most }: { pages: readonly number[]; kinds: readonly number[]; most: number },
): Promise<{ page: number; reader: string }[]> {
  const { rows } = await sql<{ page: number; reader: string }>`
    select page, reader from (
      select page, reader, row_number() over (partition by page) as place from (
        select distinct view.page, coalesce('v' || view.visitor, 'k' || reader.kind) as reader
        from view join view_reader reader on reader.project_id = ${shard} and reader.number = view.reader
        where view.project_id = ${shard} and not view.found and view.page = any(${pages}::int[])
          and view.at >= to_timestamp(${span.from}::float8 / 1000) and view.at < to_timestamp(${span.to}::float8 / 1000)
          and reader.kind = any(${kinds}::int[])
      ) different
    ) numbered where place <= ${most}
  `.execute(transaction);
  return rows;
}
