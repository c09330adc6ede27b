import { PersonChange } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changePersonOf } from '../../../desk/person/change-person.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToPerson } from '../../checks/admit-organisation.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { presentPerson } from '../../present-person.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: PersonChange });

/** `PATCH /v1/people/{personId}` */
export function addChangePerson(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'changePerson',
    admit: async (endpoint, request, reply) => await admitToPerson(services, endpoint, request, reply),
    async answer({ caller, person }, request) {
      requireJson(request.headers);
      const { body } = checkFields(Parts, { body: parseJson(await readBody(request.raw, services.limits)) });
      const changed = await changePersonOf(services.db, actorOf(caller), person.id, body);
      return { status: 200, value: presentPerson(changed) };
    },
  });
}
