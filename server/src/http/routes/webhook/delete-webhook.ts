import type { FastifyInstance } from 'fastify';
import { deleteWebhook } from '../../../desk/project/webhooks.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToWebhook } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/webhooks/{projectId}/{webhookId}` */
export function addDeleteWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ caller, projectId, webhook }) {
      await deleteWebhook(services.db, actorOf(caller), { projectId, id: webhook.id });
      return { status: 204, value: null };
    },
  });
}
