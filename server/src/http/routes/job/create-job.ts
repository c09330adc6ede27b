import type { FastifyInstance } from 'fastify';
import { startJob } from '../../../desk/job/create-job.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { idempotencyOf, readJobRequest } from '../../checks/prompt.ts';
import { answerNewJob } from '../../job/new-job.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v2/agent/{projectId}/job` */
export function addCreateJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createJob',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      const { prompt, ref, idempotencyKey } = await readJobRequest(request, services.limits);
      const idempotency = idempotencyOf(idempotencyKey, { endpoint: 'createJob', projectId: project.id, prompt, ref });
      return await answerNewJob(services, reply, { project, idempotency }, async (draft) => {
        const baseRef = ref ?? draft.baseRef;
        return await startJob(services.db, actorOf(caller), { ...draft, prompt, baseRef });
      });
    },
  });
}
