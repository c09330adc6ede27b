import { ReadabilityQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/readability/{projectId}` */
export function addGetReadability(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getReadability',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      const { query } = checkFields(z.object({ query: ReadabilityQuery }), { query: request.query });
      return { status: 200, value: await services.readReadability(project, query) };
    },
  });
}
