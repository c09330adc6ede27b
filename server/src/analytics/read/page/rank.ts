import type { PageViews } from '@copydesk/contract';
import { compareBytes } from '../compare-bytes.ts';
import { sourcesOf } from './page-counts.ts';
import type { PageCounts } from './page-counts.ts';

/**
 * The pages that may be among the requested rows: those whose totals are between the first row's and the last row's.
 */
export interface Candidates {
  /** Numbers of pages, smallest first. */
  pages: Uint32Array;
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
  const { listed, totalAt } = tallyTotals(counts);
  if (offset >= listed) return { pages: new Uint32Array(), most: 0, least: 0, before: 0, hasMore: false };
  const most = totalAt(offset);
  const least = totalAt(Math.min(offset + limit, listed) - 1);
  const pages = new Uint32Array(listed);
  let candidates = 0;
  let before = 0;
  for (let page = 0; page < counts.human.length; page += 1) {
    const total = totalOf(counts, page);
    if (total > most) before += 1;
    else if (total >= least) pages[candidates++] = page;
  }
  return { pages: pages.slice(0, candidates), most, least, before, hasMore: offset + limit < listed };
}

/** Returns the rows from `offset` on, from candidates whose names are known. */
export function rowsOf(
  counts: PageCounts,
  { pages, before }: { pages: Iterable<number>; before: number },
  names: ReadonlyMap<number, string>,
  { offset, limit }: { offset: number; limit: number },
): PageViews[] {
  return Array.from(pages, (page) => rowOf(counts, page, names.get(page) ?? ''))
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

/** Totals up to this are counted, and only greater ones are sorted: few pages have so many views. */
const mostCounted = 65_535;

interface Tally {
  /** How many pages have views. */
  listed: number;
  /** Returns the total at a place of the list that is sorted by total, most first; places begin with 0. */
  totalAt: (place: number) => number;
}

/**
 * Sorts no totals that many pages share: for a million pages, counting takes 20 ms and sorting 240. No tally is longer
 * than the list of pages: for 2,000 pages, one of 65,536 totals took most of the time, and 256 KB.
 */
function tallyTotals(counts: PageCounts): Tally {
  const greatestCounted = Math.min(counts.human.length, mostCounted);
  const pagesWith = new Uint32Array(greatestCounted + 1);
  const greater: number[] = [];
  let listed = 0;
  for (let page = 0; page < counts.human.length; page += 1) {
    const total = totalOf(counts, page);
    if (total <= 0) continue;
    listed += 1;
    if (total > greatestCounted) greater.push(total);
    else pagesWith[total] = (pagesWith[total] ?? 0) + 1;
  }
  greater.sort((left, right) => right - left);
  const totalAt = (place: number): number => greater[place] ?? countedAt(pagesWith, place - greater.length);
  return { listed, totalAt };
}

function countedAt(pagesWith: Uint32Array, place: number): number {
  let passed = 0;
  for (let total = pagesWith.length - 1; total > 0; total -= 1) {
    passed += pagesWith[total] ?? 0;
    if (passed > place) return total;
  }
  return 0;
}
