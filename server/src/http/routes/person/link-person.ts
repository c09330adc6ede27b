import type { FastifyInstance } from 'fastify';
import { linkPerson } from '../../../desk/person/link-person.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToPerson } from '../../checks/admit-organisation.ts';
import { presentLink } from '../../present-person.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/people/{personId}/link` */
export function addLinkPerson(app: FastifyInstance, services: RouteServices): void {
  const { db, baseUrl, now } = services;
  addApiRoute(app, {
    endpoint: 'linkPerson',
    admit: async (endpoint, request, reply) => await admitToPerson(services, endpoint, request, reply),
    async answer({ caller, person }) {
      const { link } = await linkPerson(db, actorOf(caller), person.id, { now: now() });
      return { status: 200, value: presentLink(baseUrl, link) };
    },
  });
}
