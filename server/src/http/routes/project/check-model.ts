import { ModelCheckRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ModelCheckRequest });

/** `POST /v1/projects/{projectId}/models/check` */
export function addCheckModel(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'checkModel',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { model } = checkFields(Parts, { body: sent }).body;
      const signal = AbortSignal.timeout(patienceMilliseconds);
      return { status: 200, value: await services.projects.checkModel(project, { model, signal }) };
    },
  });
}

/** A check makes two calls, each of a minute at most. */
const patienceMilliseconds = 130_000;
