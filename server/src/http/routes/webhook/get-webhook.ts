import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admitToWebhook } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/webhooks/{projectId}/{webhookId}` */
export function addGetWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    answer: async ({ webhook }) => ({ status: 200, value: webhook }),
  });
}
