import { QuestionsQuery } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import { requireScope } from '../../checks/scope.ts';
import type { Caller } from '../../session/caller.ts';
import { requireSameOrigin } from '../../session/forgery.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/questions/{projectId}` */
export function addGetQuestions(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getQuestions',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ caller, project }, request, reply) {
      const { query } = checkFields(z.object({ query: QuestionsQuery }), { query: request.query });
      if (query.judge) requireSpender(services, caller, request, reply);
      return { status: 200, value: await services.askQuestions(project, query) };
    },
  });
}

/**
 * Asking a model costs the project money, as a job does. A link on another site must not make a browser do it.
 *
 * @throws CopydeskError `insufficient_scope`, `forbidden_origin`.
 */
function requireSpender(
  { baseUrl }: Pick<RouteServices, 'baseUrl'>,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  requireScope(caller, { scope: 'agent:write' }, reply);
  if (caller.kind === 'person') requireSameOrigin(request, baseUrl);
}
