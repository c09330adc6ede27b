import type { FastifyInstance } from 'fastify';
import { rotateKeyAs } from '../../../desk/key/rotate-key.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToKey } from '../../checks/admit.ts';
import { keyManagerOf } from '../../session/caller.ts';
import { presentKey } from './present-key.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/keys/{keyId}/rotate` */
export function addRotateKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'rotateKey',
    admit: async (endpoint, request, reply) => await admitToKey(services, endpoint, request, reply),
    async answer({ caller, key: old }, _request, reply) {
      const now = services.now();
      const { key, token } = await rotateKeyAs(services.db, keyManagerOf(caller), { keyId: old.id, now });
      reply.header('location', `${services.baseUrl}/v1/keys/${key.id}`);
      return { status: 201, value: { ...presentKey(key, now), key: token } };
    },
  });
}
