import { ViewsQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { pageColumns } from '../../../analytics/export/columns.ts';
import { readViews } from '../../../analytics/read/page/views.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/views` */
export function addGetViews(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getViews',
    query: ViewsQuery,
    read: readViews,
    rows: ({ views }) => views,
    columns: pageColumns,
  });
}
