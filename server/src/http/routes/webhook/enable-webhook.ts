import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { enableWebhook } from '../../../desk/project/webhooks.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToWebhook } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/webhooks/{projectId}/{webhookId}/enable`: takes no body, and ignores one. */
export function addEnableWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'enableWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ caller, projectId, webhook }) {
      const enabled = await enableWebhook(services.db, actorOf(caller), { projectId, id: webhook.id });
      if (enabled === undefined) throw jobNotFound();
      return { status: 200, value: enabled };
    },
  });
}
