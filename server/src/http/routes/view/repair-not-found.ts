import { IdempotentHeaders, RepairRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { siteOf } from '../../analytics-route.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { idempotencyOf } from '../../checks/prompt.ts';
import { answerNewJob } from '../../job/new-job.ts';
import { actorOf } from '../../session/caller.ts';
import { startRepair } from '../../job/start-repair.ts';
import type { RouteServices } from '../route-services.ts';

const RepairParts = z.object({ body: RepairRequest, headers: IdempotentHeaders });

/** `POST /v1/analytics/{projectId}/not-found/repair` */
export function addRepairNotFound(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'repairNotFound',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer(admission, request, reply) {
      const { caller, project } = admission;
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(RepairParts, { body: sent, headers: request.headers });
      const asked = { endpoint: 'repairNotFound', projectId: project.id, prompt: JSON.stringify(body) } as const;
      const idempotency = idempotencyOf(headers['idempotency-key'], asked);
      return await answerNewJob(services, reply, { project, idempotency }, async (draft) => {
        const repair = { site: siteOf(services, admission), request: body };
        return await startRepair(services.db, actorOf(caller), draft, repair);
      });
    },
  });
}
