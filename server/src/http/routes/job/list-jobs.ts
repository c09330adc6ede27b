import { JobListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listJobs } from '../../../jobs/read/read.ts';
import { readSharing } from '../../../jobs/deliver/sharing.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: JobListQuery });

/** `GET /v2/agent/{projectId}/jobs` */
export function addListJobs(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listJobs',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const { jobs, nextCursor } = await listJobs(services.db, project.id, query);
      const show = await readSharing(services.db, { baseUrl: services.baseUrl, projectId: project.id }, jobs);
      return { status: 200, value: { jobs: jobs.map(show), nextCursor } };
    },
  });
}
