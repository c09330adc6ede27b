import { LatestQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readLatest } from '../../../analytics/read/page/latest.ts';
import { admitToReading, siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { nextLink } from '../../replies/table-headers.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: LatestQuery });

/** `GET /v1/analytics/{projectId}/latest` */
export function addGetLatestViews(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getLatestViews',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const query = await admitToReading(services, Parts, admission, request, reply);
      const { result } = await readLatest(services.db, siteOf(services, admission), query);
      if (result.hasMore) reply.header('link', nextLink(services.baseUrl, request, query));
      return { status: 200, value: result };
    },
  });
}
