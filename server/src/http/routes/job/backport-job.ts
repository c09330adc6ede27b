import { BackportRequest, IdempotentHeaders } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { backportJob } from '../../../desk/job/carry-job.ts';
import { withPage } from '../../../jobs/present.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { idempotencyOf } from '../../checks/prompt.ts';
import { visibleProject } from '../../checks/visibility.ts';
import { withQuota } from '../../replies/quota-headers.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const BackportParts = z.object({ body: BackportRequest, headers: IdempotentHeaders });

/** `POST /v2/agent/{projectId}/job/{id}/backport` */
export function addBackportJob(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'backportJob',
    admit: async (endpoint, request, reply) => await admitToJob(services, endpoint, request, reply),
    async answer({ caller, projectId, job: { id: jobId } }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(BackportParts, { body: sent, headers: request.headers });
      const asked = { endpoint: 'backportJob', projectId, jobId, prompt: JSON.stringify(body) } as const;
      const idempotency = idempotencyOf(headers['idempotency-key'], asked);
      const project = await visibleProject(services, caller, projectId);
      const { jobs, replayed } = await withQuota(services, 'create', projectId, reply, async (quota) => {
        const draft = { project, ...services.jobDefaults(project), idempotency, quota, now: services.now() };
        return await backportJob(services.db, actorOf(caller), { ...draft, jobId }, body.refs);
      });
      if (replayed) reply.header('idempotency-replayed', 'true');
      return { status: 201, value: { jobs: jobs.map((job) => withPage(services.baseUrl, projectId, job)) } };
    },
  });
}
