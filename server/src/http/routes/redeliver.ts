import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../jobs/not-found.ts';
import { redeliver } from '../../webhooks/deliveries.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToDelivery } from '../checks/admit.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v1/webhooks/{projectId}/{webhookId}/deliveries/{deliveryId}/redeliver`: takes no body, and ignores one. */
export function addRedeliver(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'redeliver',
    admit: async (endpoint, request, reply) => await admitToDelivery(services, endpoint, request, reply),
    async answer({ webhookId, deliveryId }) {
      const delivery = await redeliver(services.db, { webhookId, deliveryId });
      if (delivery === undefined) throw jobNotFound();
      return { status: 200, value: delivery };
    },
  });
}
