import type { FastifyInstance } from 'fastify';
import { listModelKeys } from '../../../projects/model-keys.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { presentModelKey } from './set-model-key.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/projects/{projectId}/model-keys` */
export function addListModelKeys(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'listModelKeys',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }) {
      const keys = await listModelKeys(services.db, project.id);
      return { status: 200, value: { keys: keys.map(presentModelKey) } };
    },
  });
}
