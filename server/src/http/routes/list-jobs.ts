import { JobListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hasOpenPullRequest, withShared } from '../../jobs/present.ts';
import { listJobs } from '../../jobs/read.ts';
import { readShared } from '../../jobs/shared-files.ts';
import { addApiRoute } from '../api-route.ts';
import { admit } from '../checks/admit.ts';
import { checkFields } from '../checks/fields.ts';
import type { RouteServices } from './route-services.ts';

const Parts = z.object({ query: JobListQuery });

/** `GET /v2/agent/{projectId}/jobs` */
export function addListJobs(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listJobs',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const { jobs, nextCursor } = await listJobs(services.db, project.id, query);
      const open = new Set(jobs.filter(hasOpenPullRequest).map(({ id }) => id));
      const shared = await readShared(services.db, project.id, [...open]);
      const shown = jobs.map((job) => {
        const ofJob = open.has(job.id) ? (shared.get(job.id) ?? []) : undefined;
        return withShared(services.baseUrl, project.id, job, ofJob);
      });
      return { status: 200, value: { jobs: shown, nextCursor } };
    },
  });
}
