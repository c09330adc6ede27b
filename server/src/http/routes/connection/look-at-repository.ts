import { RepositoryLookRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { mayUsePaths } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: RepositoryLookRequest });

/** `POST /v1/repositories/look` */
export function addLookAtRepository(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'lookAtRepository',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    async answer(caller, request) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      return { status: 200, value: await services.projects.lookAtRepository(caller, mayUsePaths(caller), body) };
    },
  });
}
