import { ProjectPatch } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf, mayUsePaths, requireMayChange } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ProjectPatch });

/** `PATCH /v1/projects/{projectId}` */
export function addChangeProject(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'changeProject',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      requireMayChange(caller, project, body);
      const changed = await services.projects.change(actorOf(caller), project, body, mayUsePaths(caller));
      return { status: 200, value: await services.projects.presentSaved(changed) };
    },
  });
}
