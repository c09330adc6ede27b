import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectEvents } from '../../analytics/collect/collect.ts';
import { addApiRoute } from '../api-route.ts';
import { parameter } from '../checks/admit.ts';
import { addressOf } from '../checks/authenticate.ts';
import { readBody } from '../checks/body.ts';
import { parseJson } from '../checks/json.ts';
import { requireJson } from '../checks/media-type.ts';
import { openBodyBudget } from '../collect/body-budget.ts';
import { browserEvents } from '../collect/browser-event.ts';
import { preflightHeaders } from '../collect/cross-origin.ts';
import { cacheProjects } from '../collect/project-cache.ts';
import { openRateLimit } from '../collect/rate-limit.ts';
import { readEvents } from '../collect/read-events.ts';
import { countingRefusals } from '../collect/refusals.ts';
import { admitSender } from '../collect/sender.ts';
import type { Sender, SenderServices } from '../collect/sender.ts';
import type { RouteServices } from './route-services.ts';

/** `POST /v1/collect/{projectId}`, and the question of browsers whether they may. */
export function addCollect(app: FastifyInstance, routeServices: RouteServices): void {
  const { limits, baseUrl, views, now } = routeServices;
  const projects = cacheProjects(routeServices);
  const rate = openRateLimit(views.collectPerMinute, routeServices);
  const services: SenderServices = { ...routeServices, projects, rate };
  const budget = openBodyBudget(limits.collectBytesInFlight);

  const collect = async ({ project, source }: Sender, request: FastifyRequest, reply: FastifyReply) => {
    requireJson(request.headers, source === 'browser' ? ['application/json', 'text/plain'] : undefined);
    const bodyBytes = source === 'browser' ? limits.bodyBytes : limits.collectBytes;
    const giveBack = budget.reserve(request.headers, bodyBytes);
    try {
      const body = await readBody(request.raw, { ...limits, bodyBytes });
      const sent = readEvents(parseJson(body));
      // The first was counted before the body was read.
      if (source === 'browser' && sent.length > 1) rate.take(addressOf(request), sent.length - 1, reply);
      const events = source === 'browser' ? browserEvents(sent, request, baseUrl) : sent;
      return await collectEvents({ ...views, now }, { project, source, events });
    } finally {
      giveBack();
    }
  };

  addApiRoute(app, {
    endpoint: 'collect',
    config: { manyAtOnce: true },
    admit: async (endpoint, request, reply) => await admitSender(services, endpoint, request, reply),
    answer: async (sender, request, reply) => ({
      status: 202,
      value: await countingRefusals(services, sender.project, () => collect(sender, request, reply)),
    }),
  });

  app.options('/v1/collect/:projectId', { config: { manyAtOnce: true } }, async (request, reply) => {
    const project = await projects(parameter(request, 'projectId'));
    return reply.status(204).headers(preflightHeaders(project, request.headers.origin)).send();
  });
}
