import type { Client } from '@copydesk/client';
import type { Surface } from '@copydesk/contract';
import type { TableQuery, ViewsServices } from '../operator/view/views.ts';
import { readAs } from './read-as.ts';
import type { Reading } from '../analytics/read/snapshot.ts';

/** The maximum of rows that a server returns in one page of a table. */
const mostRows = 250;

/** The `Copydesk-Range` of the last answer. */
export interface SeenRange {
  text: string | null;
}

/** The page view commands over HTTP. */
export function viewsServices(desk: Client, seen: SeenRange): ViewsServices {
  return {
    async pages(projectId, { dateFrom, dateTo, ...filters }) {
      const query = { ...boundsOf({ dateFrom, dateTo }), ...filters };
      // The counts of each side come only with the first page. JSON lines contain pages and totals.
      const first = { path: { projectId }, query: { ...query, limit: 1 } };
      const { sources } = await desk.get('/v1/analytics/{projectId}/views', first);
      const { totals, chunks } = await desk.exportViews(projectId, query);
      return withSeenRange(seen, { totals, sources, chunks });
    },
    ...tables(desk, seen),
    async effect(projectId, id, days) {
      const { JobEffect } = await import('@copydesk/contract');
      const path = { projectId, id };
      return readAs(JobEffect, await desk.get('/v2/agent/{projectId}/job/{id}/effect', { path, query: { days } }));
    },
    async commitEffect(projectId, commit, days) {
      const { JobEffect } = await import('@copydesk/contract');
      const asked = { path: { projectId }, query: { commit, days } };
      return readAs(JobEffect, await desk.get('/v1/effect/{projectId}', asked));
    },
    async report(projectId, { period, date }) {
      const { Report } = await import('@copydesk/contract');
      const asked = { path: { projectId }, query: { period, date: date?.toISOString() } };
      return readAs(Report, await desk.get('/v1/reports/{projectId}', asked));
    },
    impact: async (projectId, id) =>
      await desk.get('/v2/agent/{projectId}/job/{id}/impact', { path: { projectId, id } }),
  };
}

type Tables = Pick<ViewsServices, 'agents' | 'notFound' | 'unknownReaders' | 'referrers' | 'timeseries' | 'health'>;

/** The commands that print a table, which a server answers in pages. */
function tables(desk: Client, seen: SeenRange): Tables {
  return {
    async agents(projectId, asked) {
      const { AgentsResult } = await import('@copydesk/contract');
      const { result, range } = await allRows(
        surfaceQuery(asked),
        (query) => desk.get('/v1/analytics/{projectId}/agents', { path: { projectId }, query }),
        'agents',
        seen,
      );
      return { result: readAs(AgentsResult, result), range };
    },
    notFound: async (projectId, asked) =>
      await allRows(
        surfaceQuery(asked),
        (query) => desk.get('/v1/analytics/{projectId}/not-found', { path: { projectId }, query }),
        'paths',
        seen,
      ),
    unknownReaders: async (projectId, asked) =>
      await allRows(
        rangeOf(asked),
        (query) => desk.get('/v1/analytics/{projectId}/unknown-readers', { path: { projectId }, query }),
        'readers',
        seen,
      ),
    referrers: async (projectId, asked) =>
      await allRows(
        rangeOf(asked),
        (query) => desk.get('/v1/analytics/{projectId}/referrers', { path: { projectId }, query }),
        'referrers',
        seen,
      ),
    timeseries: async (projectId, asked) =>
      await allRows(
        asked,
        (query) => desk.get('/v1/analytics/{projectId}/timeseries', { path: { projectId }, query }),
        'series',
        seen,
      ),
    health: async (projectId, asked) =>
      await allRows(
        rangeOf(asked),
        (query) => desk.get('/v1/analytics/{projectId}/health', { path: { projectId }, query }),
        'days',
        seen,
      ),
  };
}

/** Reads the requested number of rows, with as many requests as that takes. */
async function allRows<
  Field extends string,
  Row,
  Result extends { hasMore: boolean } & Record<Field, Row[]>,
  Asked extends Bounds,
>(
  asked: Asked,
  read: (
    query: Omit<Asked, keyof Bounds> & { dateFrom?: string; dateTo?: string; limit: number; offset: number },
  ) => Promise<Result>,
  field: Field,
  seen: SeenRange,
): Promise<Reading<Result>> {
  const { dateFrom, dateTo, limit, ...filters } = asked;
  const page = async (offset: number): Promise<Result> =>
    await read({ ...filters, ...boundsOf({ dateFrom, dateTo }), offset, limit: Math.min(mostRows, limit - offset) });
  let result = await page(0);
  while (result.hasMore && result[field].length < limit) {
    const next = await page(result[field].length);
    result = { ...next, [field]: [...result[field], ...next[field]] };
  }
  return withSeenRange(seen, result);
}

/** Returns a result with the range that the server has answered for. */
function withSeenRange<T>(seen: SeenRange, result: T): Reading<T> {
  return { result, range: seen.text === null ? undefined : parseRange(seen.text) };
}

type Bounds = Pick<TableQuery, 'dateFrom' | 'dateTo' | 'limit'>;

function surfaceQuery({ surface, ...asked }: TableQuery): Bounds & { surface?: Surface } {
  return { ...rangeOf(asked), surface };
}

function rangeOf({ dateFrom, dateTo, limit }: TableQuery): Bounds {
  return { dateFrom, dateTo, limit };
}

function boundsOf({ dateFrom, dateTo }: { dateFrom?: Date; dateTo?: Date }) {
  return { dateFrom: dateFrom?.toISOString(), dateTo: dateTo?.toISOString() };
}

/** Parses an interval of ISO 8601, with `..` for an open end. */
function parseRange(text: string): { from?: Date; to?: Date } {
  const [from, to] = text.split('/').map((bound) => (bound === '..' ? undefined : new Date(bound)));
  return { from, to };
}
