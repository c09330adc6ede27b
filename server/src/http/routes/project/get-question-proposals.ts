import { ProposalsQuery } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addApiRoute } from '../../api-route.ts';
import { admit } from '../../checks/admit.ts';
import { checkFields } from '../../checks/fields.ts';
import type { RouteServices } from '../route-services.ts';

/** `GET /v1/questions/{projectId}/proposals` */
export function addGetQuestionProposals(app: FastifyInstance, services: RouteServices): void {
  addApiRoute(app, {
    endpoint: 'getQuestionProposals',
    admit: async (endpoint, request, reply) => await admit(services, endpoint, request, reply),
    async answer({ project }, request) {
      const { query } = checkFields(z.object({ query: ProposalsQuery }), { query: request.query });
      return { status: 200, value: await services.proposeQuestions(project, query) };
    },
  });
}
