import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { endOwnSessions } from '../../../desk/sessions/end-own-sessions.ts';
import { signOut } from '../../../desk/sessions/sign-out.ts';
import { listSessions } from '../../../people/sessions.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitPerson } from '../../checks/admit-person.ts';
import { parameter } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import { clearSessionCookie } from '../../session/session-cookie.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/me/sessions/{sessionId}` */
export function addEndMySession(app: FastifyInstance, services: RouteServices): void {
  const { db, now, baseUrl } = services;
  addApiRoute(app, {
    endpoint: 'endMySession',
    async admit(endpoint, request, reply) {
      const { caller, token } = await admitPerson(services, endpoint, request, reply);
      const sessions = await listSessions(db, caller.id, { token, now: now() });
      const session = sessions.find(({ id }) => id === parameter(request, 'sessionId'));
      if (session === undefined) throw noSuchSession();
      return { caller, token, session };
    },
    async answer({ caller, token, session }, _request, reply) {
      const actor = actorOf(caller);
      if (session.isCurrent) {
        await signOut(db, actor, { kind: 'person', token });
        clearSessionCookie(reply, baseUrl.startsWith('https:'));
      } else await endOwnSessions(db, { actor, personId: caller.id, token }, session.id);
      return { status: 204, value: null };
    },
  });
}

function noSuchSession(): CopydeskError {
  return new CopydeskError('not_found', 'You have no session with this id. It may have ended already.');
}
