import type { EndpointName, Sources } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { columnsOf } from '../analytics/export/columns.ts';
import type { Column } from '../analytics/export/columns.ts';
import { headText, rowsText } from '../analytics/export/table-text.ts';
import type { Reading, ReadSite } from '../analytics/read/snapshot.ts';
import { tableMediaTypes } from './replies/accept.ts';
import { tableFormat } from './replies/table-format.ts';
import { addApiRoute } from './api-route.ts';
import { admit } from './checks/admit.ts';
import type { Admission } from './checks/admit.ts';
import { checkFields } from './checks/fields.ts';
import { countReading } from './replies/quota-headers.ts';
import type { RouteServices } from './routes/route-services.ts';
import type { HttpServices } from './services.ts';
import type { TableFormat } from './replies/accept.ts';
import { nextLink, rangeText, totalsText } from './replies/table-headers.ts';

/** A table of page view results: its query, how it is read, and what its rows are. */
interface AnalyticsRoute<Query, Result, Row> {
  endpoint: EndpointName;
  query: z.ZodType<Query>;
  read: (db: HttpServices['db'], site: ReadSite, query: Query) => Promise<Reading<Result>>;
  rows: (result: Result) => Row[];
  columns: Column<Row>[];
}

/** Adds an endpoint that returns a page of a table as JSON, CSV or JSON lines. */
export function addAnalyticsRoute<
  Query extends { limit: number; offset: number; format?: TableFormat },
  Result extends { totals: object; hasMore: boolean; sources?: Sources },
  Row,
>(app: FastifyInstance, services: RouteServices, route: AnalyticsRoute<Query, Result, Row>): void {
  const { endpoint: name, read, rows, columns } = route;
  const parts = z.object({ query: route.query });
  addApiRoute(app, {
    endpoint: name,
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const query = await admitToReading(services, parts, admission, request, reply);
      const { result, range } = await read(services.db, siteOf(services, admission), query);
      if (range !== undefined) reply.header('copydesk-range', rangeText(range));
      if (result.hasMore) reply.header('link', nextLink(services.baseUrl, request, query));
      const format = tableFormat(name, query, request, reply);
      if (format === 'json') return { status: 200, value: result };
      reply.header('copydesk-totals', totalsText(result.totals)).type(`${tableMediaTypes[format]}; charset=utf-8`);
      const shown = columnsOf(columns, result);
      return reply.send(headText(format, shown) + rowsText(format, shown, rows(result)));
    },
  });
}

/**
 * Runs the last checks before the work: fields 400, quota 429.
 *
 * @param parts a schema that is made once: making it and using it for the first time takes 40 µs, and using it 11.
 * @throws CopydeskError `invalid_request`, `quota_exceeded`.
 */
export async function admitToReading<Query>(
  services: RouteServices,
  parts: z.ZodObject<{ query: z.ZodType<Query> }>,
  { project }: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Query> {
  reply.header('vary', 'Accept');
  const { query } = checkFields(parts, { query: request.query });
  await countReading(services, project.organisationId, reply);
  return query;
}

/** Returns whose page views are read, and at what time. */
export function siteOf({ now, views }: Pick<HttpServices, 'now' | 'views'>, { project }: Admission): ReadSite {
  return { projectId: project.number, now: now(), retentionMonths: views.retentionMonths };
}
