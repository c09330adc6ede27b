import { surfaces } from '@copydesk/contract';
import type { PageViews, Surface, Totals } from '@copydesk/contract';
import type { CountedView } from '../../../src/analytics/store/arrival.ts';

/** The parameters of a recount: those of the queries of all endpoints. */
export interface Asked {
  dateFrom?: Date;
  dateTo?: Date;
  path?: string;
  agent?: string;
  purpose?: string;
  surface?: Surface;
}

interface Range {
  from: number;
  to: number;
}

const day = 86_400_000;

/**
 * Returns the range that must be answered: a bound within a day before `rawFrom`, when single views begin, moves
 * outwards to midnight. Written without looking at the code that it is compared with.
 */
export function answerableRange({ dateFrom, dateTo }: Asked, rawFrom: number): Range & { widened: boolean } {
  const asked = { from: dateFrom?.getTime() ?? -Infinity, to: dateTo?.getTime() ?? Infinity };
  const answered = { ...asked };
  if (asked.from < asked.to) {
    if (asked.from < rawFrom && Number.isFinite(asked.from))
      answered.from = new Date(asked.from).setUTCHours(0, 0, 0, 0);
    if (asked.to < rawFrom && asked.to % day !== 0) answered.to = new Date(asked.to).setUTCHours(24, 0, 0, 0);
  }
  return { ...answered, widened: answered.from !== asked.from || answered.to !== asked.to };
}

/** Returns the views that match all parameters. A filter by agent or purpose applies only to AI. */
export function matching(views: readonly CountedView[], asked: Asked, { from, to }: Range): CountedView[] {
  return views.filter(({ at, path, surface, reader: { verdict } }) => {
    if (at < from || at >= to) return false;
    if (asked.surface !== undefined && surfaces[surface] !== asked.surface) return false;
    if (asked.path !== undefined && !path.startsWith(asked.path)) return false;
    if (asked.agent !== undefined && verdict.agent?.toLowerCase() !== asked.agent.toLowerCase()) return false;
    if (asked.purpose !== undefined && verdict.purpose !== asked.purpose) return false;
    return (asked.agent === undefined && asked.purpose === undefined) || verdict.class === 'ai';
  });
}

export function totalsOf(views: readonly CountedView[]): Totals {
  const human = views.filter(({ reader }) => reader.verdict.class === 'human').length;
  const ai = views.filter(({ reader }) => reader.verdict.class === 'ai').length;
  return { human, ai, total: human + ai };
}

/** Ranks views by path, or by another name: most first, then by the name's bytes; names without views are left out. */
export function ranked(
  views: readonly CountedView[],
  nameOf: (view: CountedView) => string = ({ path }) => path,
): PageViews[] {
  return [...Map.groupBy(views, nameOf)]
    .map(([path, ofName]) => Object.assign({ path }, totalsOf(ofName)))
    .filter(({ total }) => total > 0)
    .sort((left, right) => right.total - left.total || Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)));
}

/** Returns the rows of one page of results, and whether more follow. */
export function pageOf<T>(rows: readonly T[], { offset, limit }: { offset: number; limit: number }) {
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit };
}
