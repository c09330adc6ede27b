import { DeleteProjectQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deleteProject } from '../../../desk/project/delete-project.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: DeleteProjectQuery });

/** `DELETE /v1/projects/{projectId}` */
export function addDeleteProject(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteProject',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      await deleteProject(services.db, actorOf(caller), { projectId: project.id, name: query.name });
      return { status: 204, value: null };
    },
  });
}
