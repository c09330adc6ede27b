import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../jobs/not-found.ts';
import { testWebhook } from '../../webhooks/deliveries.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToWebhook } from '../checks/admit.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v1/webhooks/{projectId}/{webhookId}/test`: takes no body, and ignores one. */
export function addTestWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'testWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ projectId, webhook }) {
      const delivery = await testWebhook(services.db, { projectId, id: webhook.id }, services.now());
      if (delivery === undefined) throw jobNotFound();
      return { status: 200, value: delivery };
    },
  });
}
