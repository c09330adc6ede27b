import { WebhookRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createWebhook } from '../../../desk/project/webhooks.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: WebhookRequest });

/** `POST /v1/webhooks/{projectId}` */
export function addCreateWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createWebhook',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      const draft = { projectId: project.id, ...body };
      const webhook = await createWebhook(services.db, services.webhooks, actorOf(caller), draft);
      reply.header('location', `${services.baseUrl}/v1/webhooks/${project.id}/${webhook.id}`);
      return { status: 201, value: webhook };
    },
  });
}
