import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { redeliver } from '../../../desk/project/webhooks.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToDelivery } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/webhooks/{projectId}/{webhookId}/deliveries/{deliveryId}/redeliver`: takes no body, and ignores one. */
export function addRedeliver(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'redeliver',
    admit: async (endpoint, request, reply) => await admitToDelivery(services, endpoint, request, reply),
    async answer({ caller, projectId, webhookId, deliveryId }) {
      const delivery = await redeliver(services.db, actorOf(caller), { projectId, id: webhookId }, deliveryId);
      if (delivery === undefined) throw jobNotFound();
      return { status: 200, value: delivery };
    },
  });
}
