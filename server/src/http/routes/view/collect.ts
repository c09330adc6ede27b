import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addApiRoute } from '../../api-route.ts';
import { admitTogether, parameter } from '../../checks/admit.ts';
import { addressOf } from '../../session/address.ts';
import { preflightHeaders } from '../../collect/cross-origin.ts';
import type { Sending } from '../../collect/sending.ts';
import type { RouteServices } from '../route-services.ts';

/** `POST /v1/collect/{projectId}`, and the preflight request of browsers. */
export function addCollect(app: FastifyInstance, services: RouteServices): void {
  const { collecting } = services;
  const admitServer = admitTogether(services);
  addApiRoute(app, {
    endpoint: 'collect',
    config: { room: 'collection' },
    async admit(endpoint, request, reply) {
      const { authorization, origin } = request.headers;
      if (authorization === undefined && origin !== undefined) {
        return await collecting.admitBrowser(parameter(request, 'projectId'), sendingOf(request, reply));
      }
      const { project, caller } = await admitServer(endpoint, request, reply);
      return { project, source: 'server' as const, name: caller.id };
    },
    answer: async (sender, request, reply) => ({
      status: 202,
      value: await collecting.receive(sender, sendingOf(request, reply), request.raw),
    }),
  });

  app.options('/v1/collect/:projectId', { config: { room: 'collection' } }, async (request, reply) => {
    const project = await collecting.projects(parameter(request, 'projectId'));
    return reply.status(204).headers(preflightHeaders(project, request.headers.origin)).send();
  });
}

function sendingOf(request: FastifyRequest, reply: FastifyReply): Sending {
  const { headers, url: target } = request.raw;
  return { headers, target, address: addressOf(request), setHeaders: (more) => void reply.headers(more) };
}
