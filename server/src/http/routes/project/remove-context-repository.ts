import type { FastifyInstance } from 'fastify';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { listContextRepositories } from '../../../projects/connection/context-repositories.ts';
import { addApiRoute } from '../../api-route.ts';
import { admit, parameter } from '../../checks/admit.ts';
import { actorOf } from '../../session/caller.ts';
import type { RouteServices } from '../route-services.ts';

/** `DELETE /v1/projects/{projectId}/context/{name}` */
export function addRemoveContextRepository(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'removeContextRepository',
    admit: async (endpoint, request, reply) => {
      const admitted = await admit(services, endpoint, request, reply);
      const name = parameter(request, 'name');
      const repositories = await listContextRepositories(services.db, admitted.project.id);
      if (!repositories.some((one) => one.name === name)) throw jobNotFound();
      return { ...admitted, name };
    },
    async answer({ caller, project, name }) {
      await services.projects.removeContext(actorOf(caller), project, name);
      return { status: 204, value: null };
    },
  });
}
