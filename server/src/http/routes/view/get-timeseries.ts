import { TimeseriesQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { timeColumns } from '../../../analytics/export/columns.ts';
import { readTimeseries } from '../../../analytics/read/time/timeseries.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/timeseries` */
export function addGetTimeseries(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getTimeseries',
    query: TimeseriesQuery,
    read: readTimeseries,
    rows: ({ series }) => series,
    columns: timeColumns,
  });
}
