import { TriggerRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createTrigger } from '../../../desk/project/triggers.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import { presentTrigger } from './present-trigger.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: TriggerRequest });

/** `POST /v1/projects/{projectId}/triggers` */
export function addCreateTrigger(app: FastifyInstance, services: RouteServices): void {
  const { db, webhooks, baseUrl, limits } = services;
  addApiRoute(app, {
    endpoint: 'createTrigger',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request) {
      requireJson(request.headers);
      const { body } = checkFields(Parts, { body: parseJson(await readBody(request.raw, limits)) });
      const draft = { projectId: project.id, ...body };
      const { trigger, secret } = await createTrigger(db, webhooks.box, actorOf(caller), draft);
      return { status: 201, value: { ...presentTrigger(baseUrl, trigger), secret } };
    },
  });
}
