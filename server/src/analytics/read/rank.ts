import type { PageViews } from '@copydesk/contract';
import { compareBytes } from './compare-bytes.ts';
import { sourcesOf } from './page-counts.ts';
import type { PageCounts } from './page-counts.ts';

/**
 * The pages that may be among the requested rows: those whose totals are between the first row's and the last row's.
 */
export interface Candidates {
  /** Numbers of pages, in no order. */
  pages: number[];
  /** The greatest and the smallest of their totals. */
  most: number;
  least: number;
  /** How many rows come before all candidates. */
  before: number;
  hasMore: boolean;
}

/**
 * Returns the candidates for the rows from `offset` on, without knowing their names. Pages with the same total are
 * sorted by path, so all pages that tie at either end are candidates.
 */
export function candidatesOf(counts: PageCounts, { offset, limit }: { offset: number; limit: number }): Candidates {
  const totals = listedTotals(counts);
  if (offset >= totals.length) return { pages: [], most: 0, least: 0, before: 0, hasMore: false };
  const most = totals[totals.length - 1 - offset] ?? 0;
  const least = totals[Math.max(totals.length - offset - limit, 0)] ?? 0;
  const pages: number[] = [];
  let before = 0;
  for (let page = 0; page < counts.human.length; page += 1) {
    const total = totalOf(counts, page);
    if (total > most) before += 1;
    else if (total >= least && total > 0) pages.push(page);
  }
  return { pages, most, least, before, hasMore: offset + limit < totals.length };
}

/** Returns the rows from `offset` on, from candidates whose names are known. */
export function rowsOf(
  counts: PageCounts,
  { pages, before }: Pick<Candidates, 'pages' | 'before'>,
  names: ReadonlyMap<number, string>,
  { offset, limit }: { offset: number; limit: number },
): PageViews[] {
  return pages
    .map((page) => rowOf(counts, page, names.get(page) ?? ''))
    .sort((left, right) => right.total - left.total || compareBytes(left.path, right.path))
    .slice(offset - before, offset - before + limit);
}

export function rowOf(counts: PageCounts, page: number, path: string): PageViews {
  const [people, agents] = [counts.human[page] ?? 0, counts.ai[page] ?? 0];
  return { path, human: people, ai: agents, total: people + agents, ...sourcesOf(counts, page) };
}

export function totalOf({ human, ai }: Pick<PageCounts, 'human' | 'ai'>, page: number): number {
  return (human[page] ?? 0) + (ai[page] ?? 0);
}

/** Returns the totals of the pages that have views, smallest first. */
function listedTotals(counts: PageCounts): Float64Array {
  const totals = new Float64Array(counts.human.length);
  let listed = 0;
  for (let page = 0; page < totals.length; page += 1) {
    const total = totalOf(counts, page);
    if (total > 0) totals[listed++] = total;
  }
  return totals.subarray(0, listed).sort();
}
