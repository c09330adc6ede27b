import { createHash } from 'node:crypto';
import { IdempotentHeaders, KeyRequest } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeKey } from '../../../desk/key/create-key.ts';
import type { Once } from '../../../desk/made-once.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import { readBody } from '../../checks/body.ts';
import { checkFields } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { requireJson } from '../../checks/media-type.ts';
import { keyManagerOf } from '../../session/caller.ts';
import { presentKey } from './present-key.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ body: KeyRequest, headers: IdempotentHeaders });

/** `POST /v1/keys` */
export function addCreateKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'createKey',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    async answer(caller, request, reply) {
      requireJson(request.headers);
      const sent = parseJson(await readBody(request.raw, services.limits));
      const { body, headers } = checkFields(Parts, { body: sent, headers: request.headers });
      const now = services.now();
      const { allowedAddresses, ...draft } = body;
      const { key, token } = await makeKey(
        services.db,
        keyManagerOf(caller),
        { ...draft, allowedAddresses: allowedAddresses ?? [] },
        { now, once: onceOf(headers['idempotency-key'], body) },
      );
      if (token === null) reply.header('idempotency-replayed', 'true');
      reply.header('location', `${services.baseUrl}/v1/keys/${key.id}`);
      return { status: 201, value: { ...presentKey(key, now), key: token } };
    },
  });
}

/** Absent and null differ: an absent expiry means 90 days. JSON leaves out what is absent. */
function onceOf(
  key: string | undefined,
  { name, scopes, projectId, test, expiresAt, allowedAddresses }: KeyRequest,
): Once | undefined {
  if (key === undefined) return undefined;
  const canonical = JSON.stringify(['createKey', { name, scopes, projectId, test, expiresAt, allowedAddresses }]);
  return { key, requestHash: createHash('sha256').update(canonical).digest() };
}
