import type { FastifyInstance } from 'fastify';
import { sendMessage } from '../../../desk/job/message-job.ts';
import { withPage } from '../../../jobs/present.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { idempotencyOf, readPrompt } from '../../checks/prompt.ts';
import { withQuota } from '../../replies/quota-headers.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v2/agent/{projectId}/job/{id}/message` */
export function addMessageJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'messageJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job }, request, reply) {
      const { prompt, idempotencyKey } = await readPrompt(request, services.limits);
      const ids = { projectId, jobId: job.id };
      const idempotency = idempotencyOf(idempotencyKey, { endpoint: 'messageJob', ...ids, prompt });
      const accepted = await withQuota(services, 'message', projectId, reply, async (quota) => {
        const message = { ...ids, prompt, idempotency, quota, now: services.now() };
        return await sendMessage(services.db, actorOf(caller), message);
      });
      if (accepted.replayed) reply.header('idempotency-replayed', 'true');
      return { status: 200, value: withPage(services.baseUrl, projectId, accepted.job) };
    },
  });
}
