import type { PageViews, Purpose, Totals } from '@copydesk/contract';
import type { KnownView } from './events.ts';

/** A question as the parameters of a request. */
export interface Question {
  endpoint: 'views' | 'not-found';
  dateFrom?: string;
  dateTo?: string;
  path?: string;
  agent?: string;
  purpose?: Purpose;
  limit?: number;
  offset?: number;
}

/** The result of counting one view after the other. */
export interface Recounted {
  totals: Totals;
  /** All pages, regardless of the limit. */
  all: PageViews[];
  views: PageViews[];
  hasMore: boolean;
  /** The expected `Copydesk-Range`. */
  range: string | null;
}

const day = 86_400_000;

/**
 * Counts one view after the other, only by the interface's description and not by what the server does.
 *
 * @param rawFrom since when single views exist: a bound before it within a day is widened to midnight.
 */
export function recount(views: readonly KnownView[], question: Question, rawFrom: number): Recounted {
  const { from, to, range } = spanOf(question, rawFrom);
  const pages = new Map<string, PageViews>();
  const totals = { human: 0, ai: 0, total: 0 };
  for (const { at, path, found, reader } of views) {
    if (at < from || at >= to || found !== (question.endpoint === 'views')) continue;
    if (reader.class === 'bot' || !isAsked(question, path, reader)) continue;
    const page = pages.get(path) ?? { path, human: 0, ai: 0, total: 0 };
    pages.set(path, page);
    for (const counts of [page, totals]) {
      counts[reader.class] += 1;
      counts.total += 1;
    }
  }
  const all = [...pages.values()].sort(
    (left, right) => right.total - left.total || Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)),
  );
  const { offset = 0, limit = 50 } = question;
  return { totals, all, views: all.slice(offset, offset + limit), hasMore: all.length > offset + limit, range };
}

function isAsked(question: Question, path: string, reader: KnownView['reader']): boolean {
  if (question.path !== undefined && !path.startsWith(question.path)) return false;
  if (question.agent !== undefined && reader.agent?.toLowerCase() !== question.agent.toLowerCase()) return false;
  return question.purpose === undefined || reader.purpose === question.purpose;
}

function spanOf({ dateFrom, dateTo }: Question, rawFrom: number): { from: number; to: number; range: string | null } {
  const asked = { from: momentOf(dateFrom) ?? -Infinity, to: momentOf(dateTo) ?? Infinity };
  if (asked.from >= asked.to) return { ...asked, range: null };
  const isOdd = (at: number): boolean => Number.isFinite(at) && at < rawFrom && at % day !== 0;
  const from = isOdd(asked.from) ? Math.floor(asked.from / day) * day : asked.from;
  const to = isOdd(asked.to) ? Math.ceil(asked.to / day) * day : asked.to;
  return { from, to, range: from === asked.from && to === asked.to ? null : `${reported(from)}/${reported(to)}` };
}

/** Formats a bound as in `Copydesk-Range`. */
function reported(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : '..';
}

/** JavaScript reads a date without a time as UTC, and one with a time but no offset as local time. */
function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(/T.*(?:Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`);
}
