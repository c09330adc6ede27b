import { NamedProjectListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listProjectPage } from '../../../projects/list.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: NamedProjectListQuery });

/** `GET /v1/me/projects` */
export function addListMyProjects(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listMyProjects',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    async answer({ organisationId, projectId: only }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const { projects, nextCursor } = await listProjectPage(services.db, { organisationId, only, ...query });
      return { status: 200, value: { projects: projects.map(({ id, name }) => ({ id, name })), nextCursor } };
    },
  });
}
