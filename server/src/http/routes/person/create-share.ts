import { createHash } from 'node:crypto';
import { IdempotentHeaders, ShareRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeShareOnce } from '../../../desk/project/create-share.ts';
import type { Once } from '../../../desk/made-once.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: ShareRequest, headers: IdempotentHeaders });

/** `POST /v1/projects/{projectId}/shares` */
export function addCreateShare(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createShare',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(Parts, { body: sent, headers: request.headers });
      const draft = { projectId: project.id, name: body.name };
      const made = await makeShareOnce(services.db, actorOf(caller), draft, onceOf(headers['idempotency-key'], draft));
      if (made.token === null) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${services.baseUrl}/v1/projects/${project.id}/shares/${made.share.id}`);
      const addresses =
        made.token === null ? { url: null, badge: null, feed: null } : shareAddresses(services.baseUrl, made.token);
      return { status: 201, value: { ...made.share, ...addresses } };
    },
  });
}

/** Returns the address of a share link, of its badge, and of its feed of reports. */
export function shareAddresses(baseUrl: string, token: string): { url: string; badge: string; feed: string } {
  return {
    url: `${baseUrl}/share/${token}`,
    badge: `${baseUrl}/badge/${token}.svg`,
    feed: `${baseUrl}/feed/${token}.atom`,
  };
}

function onceOf(key: string | undefined, { projectId, name }: { projectId: string; name: string }): Once | undefined {
  if (key === undefined) return undefined;
  const canonical = JSON.stringify(['createShare', projectId, name]);
  return { key, requestHash: createHash('sha256').update(canonical).digest() };
}
