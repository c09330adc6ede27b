import type { FastifyInstance } from 'fastify';
import { listTriggers } from '../../../triggers/trigger.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { presentTrigger } from './present-trigger.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/triggers` */
export function addListTriggers(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listTriggers',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      const found = await listTriggers(services.db, project.id);
      return { status: 200, value: { triggers: found.map((one) => presentTrigger(services.baseUrl, one)) } };
    },
  });
}
