import type { FastifyInstance } from 'fastify';
import { endOwnSessions } from '../../../desk/sessions/end-own-sessions.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitPerson } from '../../checks/admit-person.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/me/sessions` */
export function addEndMySessions(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'endMySessions',
    admit: async (endpoint, request, reply) => await admitPerson(services, endpoint, request, reply),
    async answer({ caller, token }) {
      await endOwnSessions(services.db, { actor: actorOf(caller), personId: caller.id, token });
      return { status: 204, value: null };
    },
  });
}
