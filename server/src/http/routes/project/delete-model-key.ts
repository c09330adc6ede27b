import type { FastifyInstance } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { actorOf } from '../../session/caller.ts';
import { admitToProvider } from './set-model-key.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/projects/{projectId}/model-keys/{provider}` */
export function addDeleteModelKey(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'deleteModelKey',
    admit: async (endpoint, request, reply) => await admitToProvider(services, endpoint, request, reply),
    async answer({ caller, project, provider }) {
      await services.projects.deleteModelKey(actorOf(caller), project, provider);
      return { status: 204, value: null };
    },
  });
}
