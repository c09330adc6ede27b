import { MeChange } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changePersonOf } from '../../../desk/person/change-person.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitPerson } from '../../checks/admit-person.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import { readMe } from './get-me.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: MeChange });

/** `PATCH /v1/me` */
export function addChangeMe(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'changeMe',
    admit: async (endpoint, request, reply) => await admitPerson(services, endpoint, request, reply),
    async answer({ caller }, request) {
      requireJson(request.headers);
      const { body } = checkFields(Parts, { body: parseJson(await readBody(request.raw, services.limits)) });
      const { name } = await changePersonOf(services.db, actorOf(caller), caller.id, body);
      return { status: 200, value: await readMe(services, { ...caller, name }, request) };
    },
  });
}
