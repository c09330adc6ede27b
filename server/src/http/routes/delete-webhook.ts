import type { FastifyInstance } from 'fastify';
import { deleteWebhook } from '../../webhooks/webhook.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToWebhook } from '../checks/admit.ts';
import type { RouteServices } from './route-services.ts';

/** `DELETE /v1/webhooks/{projectId}/{webhookId}` */
export function addDeleteWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ projectId, webhook }) {
      await deleteWebhook(services.db, projectId, webhook.id);
      return { status: 204, value: null };
    },
  });
}
