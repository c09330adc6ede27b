import { IdempotentHeaders } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { undoJob } from '../../../desk/job/carry-job.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToJob } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { idempotencyOf } from '../../checks/prompt.ts';
import { visibleProject } from '../../checks/visibility.ts';
import { answerNewJob } from '../../job/new-job.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

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
      return await answerNewJob(
        services,
        reply,
        { project, idempotency },
        async (draft) => await undoJob(services.db, actorOf(caller), { ...draft, jobId }),
      );
    },
  });
}
