import { EffectQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readEffect } from '../../../analytics/effect/effect.ts';
import { readMergedAt } from '../../../jobs/hosts/merged-at.ts';
import { readTouchedFiles } from '../../../jobs/deliver/touched-files.ts';
import { siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { visibleProject } from '../../checks/visibility.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v2/agent/{projectId}/job/{id}/effect` */
export function addGetJobEffect(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getJobEffect',
    config: { isLarge: true },
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }, request) {
      const { query } = checkFields(z.object({ query: EffectQuery }), { query: request.query });
      const project = await visibleProject(services, caller, projectId);
      const mergedAt = await readMergedAt(services.db, job.id);
      const change = { touched: await readTouchedFiles(services.db, job.id), mergedAt, days: query.days };
      return { status: 200, value: await readEffect(services.db, siteOf(services, { caller, project }), change) };
    },
  });
}
