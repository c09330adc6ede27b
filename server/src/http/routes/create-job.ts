import type { FastifyInstance } from 'fastify';
import { startJob } from '../../desk/create-job.ts';
import { withPage } from '../../jobs/present.ts';
import { addApiRoute } from '../api-route.ts';
import { admit } from '../checks/admit.ts';
import { idempotencyOf, readJobRequest } from '../checks/prompt.ts';
import { withQuota } from '../quota-headers.ts';
import { actorOf } from '../session/caller.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v2/agent/{projectId}/job` */
export function addCreateJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createJob',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      const { prompt, ref, idempotencyKey } = await readJobRequest(request, services.limits);
      const idempotency = idempotencyOf(idempotencyKey, { endpoint: 'createJob', projectId: project.id, prompt, ref });
      const { job, replayed } = await withQuota(services, 'create', project.id, reply, async (quota) => {
        const now = services.now();
        return await startJob(services.db, actorOf(caller), {
          project,
          prompt,
          ...services.jobDefaults(project),
          ...(ref !== undefined && { baseRef: ref }),
          idempotency,
          quota,
          now,
        });
      });
      if (replayed) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${services.baseUrl}/v2/agent/${project.id}/job/${job.id}`);
      return { status: 201, value: withPage(services.baseUrl, project.id, job) };
    },
  });
}
