import type { FastifyInstance } from 'fastify';
import { listWebhooks } from '../../../webhooks/webhook.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/webhooks/{projectId}` */
export function addListWebhooks(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listWebhooks',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    answer: async ({ project }) => ({
      status: 200,
      value: { webhooks: await listWebhooks(services.db, project.id) },
    }),
  });
}
