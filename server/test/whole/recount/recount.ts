import type { PageViews, Purpose, Totals } from '@copydesk/contract';
import type { KnownView } from './events.ts';

/** A question, as its parameters are sent. */
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

/** The answer that counting one view after the other gives. */
export interface Recounted {
  totals: Totals;
  /** All pages, whatever the limit. */
  all: PageViews[];
  views: PageViews[];
  hasMore: boolean;
  /** The `Copydesk-Range` that has to be told. */
  range: string | null;
}

const day = 86_400_000;

/**
 * Counts one view after the other, by what the interface says and nothing that the server does.
 * @param rawFrom since when single views are there: a bound before it within a day is widened to midnight.
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
  return { from, to, range: from === asked.from && to === asked.to ? null : `${told(from)}/${told(to)}` };
}

/** As `Copydesk-Range` tells a bound. */
function told(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : '..';
}

/** JavaScript reads a date without a time as UTC, and one with a time and without an offset as the local time. */
function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(/T.*(?:Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`);
}
