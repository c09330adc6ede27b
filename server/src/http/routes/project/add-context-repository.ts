import { ContextRepository } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { exposureWarning } from '../../../projects/connection/context-exposure.ts';
import { actorOf, mayUsePaths } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ContextRepository });

/** `POST /v1/projects/{projectId}/context` */
export function addAddContextRepository(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'addContextRepository',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      const adding = services.projects.addContext(actorOf(caller), project, body, mayUsePaths(caller));
      const { exposure, ...added } = await adding;
      reply.header('location', `${services.baseUrl}/v1/projects/${project.id}/context/${added.name}`);
      return { status: 201, value: { ...added, warning: exposureWarning(exposure) ?? null } };
    },
  });
}
