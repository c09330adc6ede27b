import { NotFoundQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { missingColumns } from '../../../analytics/export/columns.ts';
import { readNotFound } from '../../../analytics/read/page/views.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/not-found` */
export function addGetNotFound(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getNotFound',
    query: NotFoundQuery,
    read: readNotFound,
    rows: ({ paths }) => paths,
    columns: missingColumns,
  });
}
