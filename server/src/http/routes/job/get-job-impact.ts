import type { FastifyInstance } from 'fastify';
import { readImpact } from '../../../analytics/read/page/impact.ts';
import { readTouchedFiles } from '../../../jobs/deliver/touched-files.ts';
import { siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { visibleProject } from '../../checks/visibility.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}/impact` */
export function addGetJobImpact(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobImpact',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }) {
      const project = await visibleProject(services, caller, projectId);
      const touched = await readTouchedFiles(services.db, job.id);
      return { status: 200, value: await readImpact(services.db, siteOf(services, { caller, project }), touched) };
    },
  });
}
