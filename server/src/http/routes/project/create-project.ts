import { createHash } from 'node:crypto';
import { IdempotentHeaders, ProjectRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import { requireWholeOrganisation } from '../../checks/admit-organisation.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ProjectRequest, headers: IdempotentHeaders });

/** `POST /v1/projects` */
export function addCreateProject(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createProject',
    admit: async (endpoint, request, reply) => {
      const caller = await admitCaller(services, endpoint, request, reply);
      requireWholeOrganisation(caller);
      return caller;
    },
    async answer(caller, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(Parts, { body: sent, headers: request.headers });
      const once = onceOf(headers['idempotency-key'], body);
      const { project, replayed } = await services.projects.create(actorOf(caller), body, once);
      if (replayed) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${services.baseUrl}/v1/projects/${project.id}`);
      return { status: 201, value: await services.projects.presentSaved(project) };
    },
  });
}

function onceOf(key: string | undefined, body: ProjectRequest) {
  if (key === undefined) return undefined;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(['createProject', body]))
    .digest();
  return { key: `projects ${key}`, requestHash };
}
