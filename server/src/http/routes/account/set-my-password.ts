import { PasswordRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { setOwnPassword } from '../../../desk/sessions/set-own-password.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitPerson } from '../../checks/admit-person.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { addressOf } from '../../session/address.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: PasswordRequest });

/** `PUT /v1/me/password` */
export function addSetMyPassword(app: FastifyInstance, services: RouteServices): void {
  const { db, now, attempts, passwords } = services;
  addApiRoute(app, {
    endpoint: 'setMyPassword',
    admit: async (endpoint, request, reply) => await admitPerson(services, endpoint, request, reply),
    async answer({ caller, token }, request) {
      requireJson(request.headers);
      const { body } = checkFields(Parts, { body: parseJson(await readBody(request.raw, services.limits)) });
      const { password, current = '' } = body;
      const succeeded = attempts.begin({ address: addressOf(request), account: caller.id }, now());
      const who = { actor: actorOf(caller), personId: caller.id, token };
      await setOwnPassword(db, who, { current, password, passwords });
      succeeded();
      return { status: 204, value: null };
    },
  });
}
