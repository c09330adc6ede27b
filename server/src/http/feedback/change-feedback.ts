import { FeedbackFixRequest, FeedbackPatch, IdempotentHeaders } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeFeedback, startFix } from '../../desk/job/feedback.ts';
import { presentFeedback, readFeedback } from '../../feedback/read.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { addApiRoute } from '../api-route.ts';
import { admit, parameter } from '../checks/admit.ts';
import { readBody } from '../checks/body.ts';
import { checkFields } from '../checks/fields.ts';
import { parseJson } from '../checks/json.ts';
import { requireJson } from '../checks/media-type.ts';
import { idempotencyOf } from '../checks/prompt.ts';
import type { RouteServices } from '../routes/route-services.ts';
import { answerNewJob } from '../job/new-job.ts';
import { actorOf } from '../session/caller.ts';

const ToChange = z.object({ body: FeedbackPatch });

/** `PATCH /v1/analytics/{projectId}/feedback/{feedbackId}` */
export function addChangeFeedback(app: FastifyInstance, services: RouteServices): void {
  const { db, baseUrl, limits, now } = services;
  addApiRoute(app, {
    endpoint: 'changeFeedback',
    admit: async (endpoint, request, reply) => {
      const admission = await admit(services, endpoint, request, reply);
      const feedback = await readFeedback(db, admission.project.id, parameter(request, 'feedbackId'));
      if (feedback === undefined) throw jobNotFound();
      return { ...admission, id: feedback.id };
    },
    async answer({ caller, project: { id: projectId }, id }, request) {
      requireJson(request.headers);
      const { body } = checkFields(ToChange, { body: parseJson(await readBody(request.raw, limits)) });
      const changed = await changeFeedback(db, actorOf(caller), { projectId, id, ...body, now: now() });
      if (changed === undefined) throw jobNotFound();
      return { status: 200, value: presentFeedback(baseUrl, projectId, changed) };
    },
  });
}

const ToFix = z.object({ body: FeedbackFixRequest, headers: IdempotentHeaders });

/** `POST /v1/analytics/{projectId}/feedback-fix` */
export function addFixFeedback(app: FastifyInstance, services: RouteServices): void {
  const { db, limits, followsPrompt } = services;
  addApiRoute(app, {
    endpoint: 'fixFeedback',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, limits));
      const { body, headers } = checkFields(ToFix, { body: sent, headers: request.headers });
      const asked = { endpoint: 'fixFeedback', projectId: project.id, prompt: JSON.stringify(body) } as const;
      const idempotency = idempotencyOf(headers['idempotency-key'], asked);
      return await answerNewJob(
        services,
        reply,
        { project, idempotency },
        async (draft) => await startFix(db, actorOf(caller), draft, body, followsPrompt),
      );
    },
  });
}
