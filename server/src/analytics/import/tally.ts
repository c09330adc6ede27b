import type { CollectResult, DropReason } from '@copydesk/contract';
import type { Arrival } from '../store/arrival.ts';
import { likelyFetchedAhead } from './fetched-ahead.ts';

/** The results for lines. `lines` is the sum of accepted, duplicates, ignored and all dropped. */
export interface ImportCounts {
  lines: number;
  /** Counted. */
  accepted: number;
  /** Counted before, from another file or by the id in the line. */
  duplicates: number;
  /** Blank lines, comments, and messages of a server that are not about requests. */
  ignored: number;
  dropped: Partial<Record<DropReason, number>>;
  /** The classes of the accepted views and the duplicates; a view of a missing page is in none of the classes. */
  readers: { human: number; ai: number; bot: number; notFound: number };
  /** How many of `readers.human` browsers probably fetched ahead: {@link likelyFetchedAhead}. */
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

/** Adds the results of one piece of a log. */
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

/** Adds the result of the collection. */
export function addResult(to: ImportCounts, { accepted, duplicates, dropped }: CollectResult): void {
  to.accepted += accepted;
  to.duplicates += duplicates;
  for (const { reason } of dropped) to.dropped[reason] = (to.dropped[reason] ?? 0) + 1;
}

/** Adds the classes of the views. */
export function addReaders(to: ImportCounts, views: Arrival['views']): void {
  for (const { found, reader } of views) to.readers[found ? reader.verdict.class : 'notFound'] += 1;
  to.likelyFetchedAhead += likelyFetchedAhead(views);
}

/** Returns the reasons with their counts. */
export function countsOf(dropped: ImportCounts['dropped']): [DropReason, number][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries is typed by strings whatever it is given
  return Object.entries(dropped) as [DropReason, number][];
}
