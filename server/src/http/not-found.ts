import { CopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from './replies/accept-html.ts';
import { pathOf } from './problem.ts';

/** Returns 404 for an address that no route has, and 405 with `Allow` for one that has routes for other methods. */
export function routeError(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): CopydeskError {
  const path = pathOf(request.raw.url);
  const allowed = app.supportedMethods.filter((method) => app.findRoute({ method, url: path }) !== null);
  if (allowed.length === 0) {
    // People see the navigation on the page; the hint is for those who write a client.
    const next = isNavigation(request) ? '' : ' /openapi.json lists what there is.';
    return new CopydeskError('route_not_found', `There is nothing at this address.${next}`);
  }
  reply.header('allow', allowed.join(', '));
  return new CopydeskError(
    'method_not_allowed',
    `This address accepts ${allowed.join(' and ')}, not ${request.method}.`,
  );
}
