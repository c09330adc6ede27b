import type { FastifyInstance } from 'fastify';
import { removePersonOf } from '../../desk/remove-person.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToPerson } from '../checks/admit-organisation.ts';
import { actorOf } from '../session/caller.ts';
import type { RouteServices } from './route-services.ts';

/** `DELETE /v1/people/{personId}` */
export function addRemovePerson(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'removePerson',
    admit: async (endpoint, request, reply) => await admitToPerson(services, endpoint, request, reply),
    async answer({ caller, person }) {
      await removePersonOf(services.db, actorOf(caller), person.id, services.now());
      return { status: 204, value: null };
    },
  });
}
