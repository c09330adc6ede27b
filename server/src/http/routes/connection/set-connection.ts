import { ConnectionRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ConnectionRequest });

/** `PUT /v1/projects/{projectId}/connection` */
export function addSetConnection(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'setConnection',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      return { status: 200, value: await services.connections.set(actorOf(caller), project, body) };
    },
  });
}
