import { IdempotentHeaders } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { undoJob } from '../../desk/carry-job.ts';
import { withPage } from '../../jobs/present.ts';
import { addApiRoute } from '../api-route.ts';
import { admitToJob } from '../checks/admit.ts';
import { checkFields } from '../checks/fields.ts';
import { idempotencyOf } from '../checks/prompt.ts';
import { visibleProject } from '../checks/visibility.ts';
import { withQuota } from '../quota-headers.ts';
import { actorOf } from '../session/caller.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v2/agent/{projectId}/job/{id}/undo`: takes no body, and ignores one. */
export function addUndoJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'undoJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job: { id: jobId } }, request, reply) {
      const { headers } = checkFields(z.object({ headers: IdempotentHeaders }), { headers: request.headers });
      const asked = { endpoint: 'undoJob', projectId, jobId, prompt: '' } as const;
      const idempotency = idempotencyOf(headers['idempotency-key'], asked);
      const project = await visibleProject(services, caller, projectId);
      const { job, replayed } = await withQuota(services, 'create', projectId, reply, async (quota) => {
        const draft = { project, ...services.jobDefaults(project), idempotency, quota, now: services.now() };
        return await undoJob(services.db, actorOf(caller), { ...draft, jobId });
      });
      if (replayed) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${services.baseUrl}/v2/agent/${projectId}/job/${job.id}`);
      return { status: 201, value: withPage(services.baseUrl, projectId, job) };
    },
  });
}
