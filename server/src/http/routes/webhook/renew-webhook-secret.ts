import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/projects/{projectId}/connection/webhook-secret`: takes no body, and ignores one. */
export function addRenewWebhookSecret(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'renewWebhookSecret',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }) {
      return { status: 200, value: await services.connections.renewWebhookSecret(actorOf(caller), project) };
    },
  });
}
