import { RangeQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { referrerColumns } from '../../../analytics/export/columns.ts';
import { readReferrers } from '../../../analytics/read/readers/referrers.ts';
import { addAnalyticsRoute } from '../../analytics-route.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/analytics/{projectId}/referrers` */
export function addGetReferrers(app: FastifyInstance, services: RouteServices): void {
  addAnalyticsRoute(app, services, {
    endpoint: 'getReferrers',
    query: RangeQuery,
    read: readReferrers,
    rows: ({ referrers }) => referrers,
    columns: referrerColumns,
  });
}
