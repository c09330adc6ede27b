import { PageJobsQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listPageJobs } from '../../../jobs/read/page-jobs.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: PageJobsQuery });

/** `GET /v2/agent/{projectId}/page-jobs` */
export function addListPageJobs(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listPageJobs',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const { id: projectId, docsFolder, pagesAt } = project;
      const page = { projectId, docsFolder, pagesAt, path: query.path };
      return { status: 200, value: await listPageJobs(services.db, page, query.limit) };
    },
  });
}
