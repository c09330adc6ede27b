import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admitToKey } from '../../checks/admit.ts';
import { presentKey } from './present-key.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/keys/{keyId}` */
export function addGetKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getKey',
    admit: async (endpoint, request, reply) => await admitToKey(services, endpoint, request, reply),
    answer: async ({ key }) => ({ status: 200, value: presentKey(key, services.now()) }),
  });
}
