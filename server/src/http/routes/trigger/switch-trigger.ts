import type { FastifyInstance } from 'fastify';
import { switchTrigger } from '../../../desk/project/triggers.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToTrigger } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import { presentTrigger } from './present-trigger.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/projects/{projectId}/triggers/{triggerId}/disable` and `…/enable` */
export function addSwitchTrigger(app: FastifyInstance, services: RouteServices): void {
  for (const [name, isOn] of [
    ['disableTrigger', false],
    ['enableTrigger', true],
  ] as const) {
    addApiRoute(app, {
      endpoint: name,
      admit: async (endpoint, request, reply) => await admitToTrigger(services, endpoint, request, reply),
      async answer({ caller, trigger }) {
        const switched = await switchTrigger(services.db, actorOf(caller), trigger, { isOn, at: services.now() });
        if (switched === undefined) throw jobNotFound();
        return { status: 200, value: presentTrigger(services.baseUrl, switched) };
      },
    });
  }
}
