import { RangeQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { botColumns } from '../../../analytics/export/columns.ts';
import { readBots } from '../../../analytics/read/readers/bots.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/bots` */
export function addGetBots(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getBots',
    query: RangeQuery,
    read: readBots,
    rows: ({ bots }) => bots,
    columns: botColumns,
  });
}
