import type { Session as SessionShape } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { listSessions } from '../../../people/sessions.ts';
import type { Session } from '../../../people/sessions.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitPerson } from '../../checks/admit-person.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/me/sessions` */
export function addListMySessions(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listMySessions',
    admit: async (endpoint, request, reply) => await admitPerson(services, endpoint, request, reply),
    async answer({ caller, token }) {
      const sessions = await listSessions(services.db, caller.id, { token, now: services.now() });
      return { status: 200, value: { sessions: sessions.map(presentSession) } };
    },
  });
}

function presentSession({ id, method, userAgent, createdAt, expiresAt, isCurrent }: Session): SessionShape {
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { id, method, userAgent, ...times, isCurrent };
}
