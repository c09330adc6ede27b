import { WebhookRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createWebhook } from '../../webhooks/webhook.ts';
import { addApiRoute } from '../api-route.ts';
import { admit } from '../checks/admit.ts';
import { readBody } from '../checks/body.ts';
import { checkFields } from '../checks/fields.ts';
import { parseJson } from '../checks/json.ts';
import { requireJson } from '../checks/media-type.ts';
import type { RouteServices } from './route-services.ts';

const Parts = z.object({ body: WebhookRequest });

/** `POST /v1/webhooks/{projectId}` */
export function addCreateWebhook(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createWebhook',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(Parts, { body: sent });
      const webhook = await createWebhook(services.db, services.webhooks, { projectId: project.id, ...body });
      reply.header('location', `${services.baseUrl}/v1/webhooks/${project.id}/${webhook.id}`);
      return { status: 201, value: webhook };
    },
  });
}
