import { ReportQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reportMarkdown } from '../../../reports/markdown.ts';
import { reportedDays } from '../../../reports/periods.ts';
import { readReport } from '../../../reports/read-report.ts';
import { prefersMarkdownToJson } from '../../replies/accept.ts';
import { admitToReading, siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { hasScope } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: ReportQuery });

/** `GET /v1/reports/{projectId}` */
export function addGetReport(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getReport',
    config: { isLarge: true },
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const query = await admitToReading(services, Parts, admission, request, reply);
      const days = reportedDays(query, services.now());
      const { project, caller } = admission;
      const reported = { id: project.id, site: siteOf(services, admission) };
      const work = hasScope(caller, 'agent:read')
        ? { prices: services.jobLimits.prices, baseUrl: services.baseUrl }
        : undefined;
      const report = await readReport(services.db, reported, days, work);
      if (!prefersMarkdownToJson(request.headers.accept)) return { status: 200, value: report };
      return reply.type('text/markdown; charset=utf-8').send(reportMarkdown(project.name, report));
    },
  });
}
