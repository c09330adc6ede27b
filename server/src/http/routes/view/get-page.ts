import { PageQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readPage } from '../../../analytics/read/page/page.ts';
import { admitToReading, siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { rangeText } from '../../replies/table-headers.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: PageQuery });

/** `GET /v1/analytics/{projectId}/page` */
export function addGetPage(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getPage',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const query = await admitToReading(services, Parts, admission, request, reply);
      const { result, range } = await readPage(services.db, siteOf(services, admission), query);
      if (range !== undefined) reply.header('copydesk-range', rangeText(range));
      return { status: 200, value: result };
    },
  });
}
