import type { CollectResult, DropReason } from '@copydesk/contract';
import type { Arrival } from '../store/arrival.ts';
import { likelyFetchedAhead } from './fetched-ahead.ts';

/** What became of lines. `lines` is the sum of accepted, duplicates, ignored and all dropped. */
export interface ImportCounts {
  lines: number;
  /** Counted. */
  accepted: number;
  /** Counted before, as a line of another file or by an id of its own. */
  duplicates: number;
  /** Blank ones, comments, and what a server tells of other things than requests. */
  ignored: number;
  dropped: Partial<Record<DropReason, number>>;
  /** What the accepted and the duplicates were taken for; a page that was not there is in none of the classes. */
  readers: { human: number; ai: number; bot: number; notFound: number };
  /** How many of `readers.human` look as if browsers had fetched them ahead: {@link likelyFetchedAhead}. */
  likelyFetchedAhead: number;
}

export function noCounts(): ImportCounts {
  return {
    lines: 0,
    accepted: 0,
    duplicates: 0,
    ignored: 0,
    dropped: {},
    readers: { human: 0, ai: 0, bot: 0, notFound: 0 },
    likelyFetchedAhead: 0,
  };
}

/** Adds what came of a piece of a log. */
export function addCounts(to: ImportCounts, more: ImportCounts): void {
  to.lines += more.lines;
  to.accepted += more.accepted;
  to.duplicates += more.duplicates;
  to.ignored += more.ignored;
  for (const [reason, count] of countsOf(more.dropped)) to.dropped[reason] = (to.dropped[reason] ?? 0) + count;
  for (const name of readerNames) to.readers[name] += more.readers[name];
  to.likelyFetchedAhead += more.likelyFetchedAhead;
}

const readerNames = ['human', 'ai', 'bot', 'notFound'] as const;

/** Adds what the collection answered. */
export function addResult(to: ImportCounts, { accepted, duplicates, dropped }: CollectResult): void {
  to.accepted += accepted;
  to.duplicates += duplicates;
  for (const { reason } of dropped) to.dropped[reason] = (to.dropped[reason] ?? 0) + 1;
}

/** Adds whose the views are. */
export function addReaders(to: ImportCounts, views: Arrival['views']): void {
  for (const { found, reader } of views) to.readers[found ? reader.verdict.class : 'notFound'] += 1;
  to.likelyFetchedAhead += likelyFetchedAhead(views);
}

/** Reasons with their counts. */
export function countsOf(dropped: ImportCounts['dropped']): [DropReason, number][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries is typed by strings whatever it is given
  return Object.entries(dropped) as [DropReason, number][];
}
