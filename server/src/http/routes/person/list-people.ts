import { PeopleListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listPeoplePage } from '../../../people/list.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToOrganisation } from '../../checks/admit-organisation.ts';
import { checkFields } from '../../checks/fields.ts';
import { presentPerson } from '../../present-person.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: PeopleListQuery });

/** `GET /v1/people` */
export function addListPeople(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listPeople',
    admit: async (endpoint, request, reply) => await admitToOrganisation(services, endpoint, request, reply),
    async answer({ caller: { organisationId } }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const { people, nextCursor } = await listPeoplePage(services.db, { organisationId, ...query });
      return { status: 200, value: { people: people.map(presentPerson), nextCursor } };
    },
  });
}
