import type { FastifyInstance } from 'fastify';
import { listPeople } from '../../people/people.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToOrganisation } from '../checks/admit-organisation.ts';
import { presentPerson } from '../present-person.ts';
import type { RouteServices } from './route-services.ts';

/** `GET /v1/people` */
export function addListPeople(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listPeople',
    admit: async (endpoint, request, reply) => await admitToOrganisation(services, endpoint, request, reply),
    async answer({ caller }) {
      const people = await listPeople(services.db, caller.organisationId);
      return { status: 200, value: { people: people.map(presentPerson) } };
    },
  });
}
