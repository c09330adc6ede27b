import type { FastifyInstance } from 'fastify';
import { deleteTrigger } from '../../../desk/project/triggers.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToTrigger } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/projects/{projectId}/triggers/{triggerId}` */
export function addDeleteTrigger(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteTrigger',
    admit: async (endpoint, request, reply) => await admitToTrigger(services, endpoint, request, reply),
    async answer({ caller, trigger: { projectId, id } }) {
      await deleteTrigger(services.db, actorOf(caller), { projectId, id });
      return { status: 204, value: null };
    },
  });
}
