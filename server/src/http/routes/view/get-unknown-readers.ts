import { RangeQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { unknownReaderColumns } from '../../../analytics/export/columns.ts';
import { readUnknownReaders } from '../../../analytics/read/readers/unknown-readers.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/unknown-readers` */
export function addGetUnknownReaders(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getUnknownReaders',
    query: RangeQuery,
    read: readUnknownReaders,
    rows: ({ readers }) => readers,
    columns: unknownReaderColumns,
  });
}
