import { JobPagesQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { visibleProject } from '../../checks/visibility.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}/pages` */
export function addGetJobPages(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobPages',
    config: { isLarge: true },
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }, request) {
      const { query } = checkFields(z.object({ query: JobPagesQuery }), { query: request.query });
      const project = await visibleProject(services, caller, projectId);
      return { status: 200, value: await services.readJobPages(project, job.id, query) };
    },
  });
}
