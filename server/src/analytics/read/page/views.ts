import { sql } from 'kysely';
import type {
  NotFoundQuery,
  NotFoundResult,
  PageViews,
  Sources,
  Totals,
  ViewsExportQuery,
  ViewsQuery,
  ViewsResult,
} from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { addMissingDetails } from './missing-details.ts';
import { countMissing, countPages, sourcesOf, totalsOf } from './page-counts.ts';
import type { PageCounts } from './page-counts.ts';
import { fetchPageNames } from './page-names.ts';
import { candidatesOf, rowOf, rowsOf, totalOf } from './rank.ts';
import { readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';
import { readCandidateNames } from './tied-names.ts';

/** Returns the views of each page: by total, most first, then by path. */
export async function readViews(db: Database, site: ReadSite, query: ViewsQuery): Promise<Reading<ViewsResult>> {
  const { result: counts, range } = await readAt(
    db,
    site,
    query,
    async (snapshot) => await countPages(snapshot, query),
  );
  const { views, hasMore } = await listPages(db, site, counts, query);
  return { result: { totals: totalsOf(counts), views, hasMore, ...sourcesOf(counts) }, range };
}

/** Returns the paths that were answered 404 or 410, in the same order. */
export async function readNotFound(
  db: Database,
  site: ReadSite,
  query: NotFoundQuery,
): Promise<Reading<NotFoundResult>> {
  const withDetails = query.details === 'true';
  const read = async (snapshot: Snapshot): Promise<NotFoundResult> => {
    const counts = await countMissing(snapshot, query);
    const ofSnapshot = { ...site, moment: site.moment ?? snapshot };
    const { views, hasMore } = await listPages(db, ofSnapshot, counts, query);
    const paths = withDetails ? await addMissingDetails(snapshot, views, query) : views;
    return { totals: totalsOf(counts), paths, hasMore };
  };
  return withDetails ? await readAt(db, site, query, read, true) : await readAt(db, site, query, read);
}

/** Names never change, so those of one page of results are read after the snapshot, and cached. */
async function listPages(
  db: Database,
  { projectId, moment }: ReadSite,
  counts: PageCounts,
  page: { offset: number; limit: number },
): Promise<{ views: PageViews[]; hasMore: boolean }> {
  const candidates = candidatesOf(counts, page);
  const wanted = { counts, candidates, ...page };
  const { pages, names } = await readCandidateNames(db, projectId, wanted, moment?.transaction);
  return { views: rowsOf(counts, { ...candidates, pages }, names, page), hasMore: candidates.hasMore };
}

/** The views of all pages in a range. */
export interface AllViews {
  totals: Totals;
  /** The part of the total that other products have counted; absent when there is none. */
  sources?: Sources;
  /** Rows in the order of {@link readViews}, some hundred at a time. They are created on demand. */
  chunks: AsyncIterable<PageViews[]>;
}

/**
 * Returns the views of all pages from one snapshot. It keeps 20 bytes for each page in memory, however many rows are
 * sent and however slowly they are consumed; no transaction is open meanwhile.
 */
export async function readAllViews(db: Database, site: ReadSite, query: ViewsExportQuery): Promise<Reading<AllViews>> {
  const { result: counts, range } = await readAt(
    db,
    site,
    query,
    async (snapshot) => await countPages(snapshot, query),
  );
  const totals = { totals: totalsOf(counts), ...sourcesOf(counts) };
  return { result: { ...totals, chunks: chunksOf(db, site.projectId, counts) }, range };
}

const chunkRows = 500;

async function* chunksOf(db: Database, projectId: number, counts: PageCounts): AsyncGenerator<PageViews[]> {
  const pages = await pagesByPath(db, projectId, counts);
  // The sort is stable: pages with the same total stay in the order of their paths.
  pages.sort((left, right) => totalOf(counts, right) - totalOf(counts, left));
  for (let start = 0; start < pages.length; start += chunkRows) {
    const chunk = [...pages.subarray(start, start + chunkRows)];
    const names = await fetchPageNames(db, projectId, chunk);
    yield chunk.map((page) => rowOf(counts, page, names.get(page) ?? ''));
  }
}

/** Returns the numbers of the pages that have views, sorted by path with the database's index. */
async function pagesByPath(db: Database, projectId: number, counts: PageCounts): Promise<Uint32Array> {
  const pages = new Uint32Array(counts.human.length);
  let listed = 0;
  let last: string | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql`and path > ${last}`;
    const { rows } = await sql<{ number: number; path: string }>`
      select number, path from view_page where project_id = ${projectId} ${after}
      order by path limit 5000
    `.execute(db);
    for (const { number } of rows) {
      // A page that was added after the snapshot has a number beyond the counted ones.
      if (number < pages.length && totalOf(counts, number) > 0) pages[listed++] = number;
    }
    const end = rows.at(-1);
    if (end === undefined) return pages.subarray(0, listed);
    last = end.path;
  }
}
