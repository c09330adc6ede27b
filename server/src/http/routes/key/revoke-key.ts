import type { FastifyInstance } from 'fastify';
import { revokeKeyAs } from '../../../desk/key/revoke-key.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitToKey } from '../../checks/admit.ts';
import { keyManagerOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/keys/{keyId}` */
export function addRevokeKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'revokeKey',
    admit: async (endpoint, request, reply) => await admitToKey(services, endpoint, request, reply),
    async answer({ caller, key }) {
      await revokeKeyAs(services.db, keyManagerOf(caller), { keyId: key.id, now: services.now() });
      return { status: 204, value: null };
    },
  });
}
