import type { FastifyInstance } from 'fastify';
import { rotateTrigger } from '../../../desk/project/triggers.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToTrigger } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import { presentTrigger } from './present-trigger.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/projects/{projectId}/triggers/{triggerId}/secret`: takes no body, and ignores one. */
export function addRotateTrigger(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'rotateTrigger',
    admit: async (endpoint, request, reply) => await admitToTrigger(services, endpoint, request, reply),
    async answer({ caller, trigger: { projectId, id } }) {
      const done = await rotateTrigger(services.db, services.webhooks.box, actorOf(caller), { projectId, id });
      if (done === undefined) throw jobNotFound();
      return { status: 200, value: { ...presentTrigger(services.baseUrl, done.trigger), secret: done.secret } };
    },
  });
}
