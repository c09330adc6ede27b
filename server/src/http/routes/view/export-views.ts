import { Readable } from 'node:stream';
import { ViewsExportQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { columnsOf, pageColumns } from '../../../analytics/export/columns.ts';
import { tableText, viewsText } from '../../../analytics/export/table-text.ts';
import { readAllViews } from '../../../analytics/read/page/views.ts';
import type { AllViews } from '../../../analytics/read/page/views.ts';
import { tableMediaTypes } from '../../replies/accept.ts';
import type { TableFormat } from '../../replies/accept.ts';
import { admitToReading, siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { tableFormat } from '../../replies/table-format.ts';
import { rangeText, totalsText } from '../../replies/table-headers.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: ViewsExportQuery });

/**
 * `GET /v1/analytics/{projectId}/views/export`: every page, read as fast as the client takes it. An export that fails
 * midway closes the connection, so that the client does not take it for complete.
 */
export function addExportViews(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'exportViews',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const query = await admitToReading(services, Parts, admission, request, reply);
      const { result, range } = await readAllViews(services.db, siteOf(services, admission), query);
      const format = tableFormat('exportViews', query, request, reply);
      reply.header('copydesk-totals', totalsText(result.totals)).type(`${tableMediaTypes[format]}; charset=utf-8`);
      if (range !== undefined) reply.header('copydesk-range', rangeText(range));
      // The body of a reply to HEAD would be read to its end and dropped, so it gets none.
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      // A client that reads nothing for so long has disconnected, and occupies a place that others need.
      reply.raw.setTimeout(services.limits.exportIdleMilliseconds, () => reply.raw.destroy());
      return reply.send(Readable.from(exportText(format, result), { objectMode: false }));
    },
  });
}

function exportText(format: TableFormat, views: AllViews): AsyncGenerator<string> {
  if (format === 'json') return viewsText(views, views.chunks);
  return tableText(format, columnsOf(pageColumns, views), views.chunks);
}
