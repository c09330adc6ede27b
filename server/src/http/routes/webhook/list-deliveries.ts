import { DeliveryListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listDeliveries } from '../../../webhooks/deliveries.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToWebhook } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: DeliveryListQuery });

/** `GET /v1/webhooks/{projectId}/{webhookId}/deliveries` */
export function addListDeliveries(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listDeliveries',
    admit: async (endpoint, request, reply) => await admitToWebhook(services, endpoint, request, reply),
    async answer({ webhook }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      return { status: 200, value: await listDeliveries(services.db, webhook.id, query) };
    },
  });
}
