import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { testWebhook } from '../../../desk/project/webhooks.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToWebhook } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/webhooks/{projectId}/{webhookId}/test`: takes no body, and ignores one. */
export function addTestWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'testWebhook',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ caller, projectId, webhook }) {
      const named = { projectId, id: webhook.id };
      const delivery = await testWebhook(services.db, actorOf(caller), named, services.now());
      if (delivery === undefined) throw jobNotFound();
      return { status: 200, value: delivery };
    },
  });
}
