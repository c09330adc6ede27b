import { RangeQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { healthColumns } from '../../../analytics/export/columns.ts';
import { readHealth } from '../../../analytics/read/health.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/health` */
export function addGetViewsHealth(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getViewsHealth',
    query: RangeQuery,
    read: readHealth,
    rows: ({ days }) => days,
    columns: healthColumns,
  });
}
