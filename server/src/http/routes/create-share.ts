import { ShareRequest } from '@copydesk/contract';
import type { CreatedShare } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeShare } from '../../desk/create-share.ts';
import type { MadeShare } from '../../projects/share-links.ts';
import { addApiRoute } from '../api-route.ts';
import { admit } from '../checks/admit.ts';
import { readBody } from '../checks/body.ts';
import { checkFields } from '../checks/fields.ts';
import { parseJson } from '../checks/json.ts';
import { requireJson } from '../checks/media-type.ts';
import { actorOf } from '../session/caller.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v1/projects/{projectId}/shares` */
export function addCreateShare(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createShare',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body } = checkFields(z.object({ body: ShareRequest }), { body: sent });
      const made = await makeShare(services.db, actorOf(caller), { projectId: project.id, name: body.name });
      reply.header('location', `${services.baseUrl}/v1/projects/${project.id}/shares/${made.share.id}`);
      return { status: 201, value: presentMadeShare(services.baseUrl, made) };
    },
  });
}

/** A share link with its addresses. */
export function presentMadeShare(baseUrl: string, { share, token }: MadeShare): CreatedShare {
  return { ...share, url: `${baseUrl}/share/${token}`, badge: `${baseUrl}/badge/${token}.svg` };
}
