import { RemovePersonQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { removePersonOf } from '../../../desk/person/remove-person.ts';
import { addApiRoute } from '../../api-route.ts';
import { checkFields } from '../../checks/fields.ts';
import { admitToPerson } from '../../checks/admit-organisation.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: RemovePersonQuery });

/** `DELETE /v1/people/{personId}` */
export function addRemovePerson(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'removePerson',
    admit: async (endpoint, request, reply) => await admitToPerson(services, endpoint, request, reply),
    async answer({ caller, person }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const revokesMade = query.revokeMade === 'true';
      await removePersonOf(services.db, actorOf(caller), { personId: person.id, revokesMade, now: services.now() });
      return { status: 204, value: null };
    },
  });
}
