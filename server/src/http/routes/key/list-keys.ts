import { KeyListQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listKeyPage } from '../../../projects/key/read-keys.ts';
import { addApiRoute } from '../../api-route.ts';
import { admitCaller } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { presentKey } from './present-key.ts';
import type { RouteServices } from '../route-services.ts';

const Parts = z.object({ query: KeyListQuery });

/** `GET /v1/keys` */
export function addListKeys(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listKeys',
    admit: async (endpoint, request, reply) => await admitCaller(services, endpoint, request, reply),
    async answer({ organisationId, projectId: boundTo }, request) {
      const { query } = checkFields(Parts, { query: request.query });
      const now = services.now();
      const { keys, nextCursor } = await listKeyPage(services.db, { organisationId, boundTo, ...query, now });
      return { status: 200, value: { keys: keys.map((key) => presentKey(key, now)), nextCursor } };
    },
  });
}
