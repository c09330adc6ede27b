import { CopydeskError, ProjectId, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sawHostWebhook, storeHostEvents } from '../../../jobs/hosts/host-events.ts';
import { addApiRoute } from '../../api-route.ts';
import { parameter } from '../../checks/admit.ts';
import { addressOf, networkOf } from '../../session/address.ts';
import { readBody } from '../../checks/body.ts';
import { openBodyBudget, tooManyOf } from '../../collect/body-budget.ts';
import { openRateLimit } from '../../collect/rate-limit.ts';
import type { RouteServices } from '../route-services.ts';

/**
 * `POST /v1/code-host/{projectId}/webhook`. It needs no key: 429 is checked before anything is read for the request,
 * then size 413, and the signature 401, which is also the reply for a project that does not exist.
 */
export function addHostWebhook(app: FastifyInstance, services: RouteServices): void {
  const { db, limits, now, hostWebhooks } = services;
  const rate = openRateLimit(limits.hostWebhooksPerMinute, services, { policy: 'host-webhook', what: 'webhooks' });
  const bytes = { all: limits.hostWebhookBytesInFlight, ofOne: limits.hostWebhookBytesOfOne };
  const budget = openBodyBudget(bytes, tooManyOf('webhooks'));
  addApiRoute(app, {
    endpoint: 'receiveHostWebhook',
    config: { room: 'webhooks' },
    async admit(_endpoint, request, reply) {
      const projectId = ProjectId.safeParse(parameter(request, 'projectId')).data;
      rate.take(addressOf(request), 1, (headers) => void reply.headers(headers), projectId ?? 'none');
      return projectId;
    },
    async answer(projectId, request) {
      const { hold, giveBack } = budget.open(networkOf(addressOf(request)));
      try {
        const body = await readBody(request.raw, { ...limits, bodyBytes: limits.hostWebhookBytes }, hold);
        const webhook = { headers: singleHeaders(request), body };
        const events = await hostWebhooks.read(projectId, webhook).catch(throwUniformly);
        if (projectId === undefined) throw invalidSignature();
        await storeHostEvents(db, projectId, events);
        await sawHostWebhook(db, projectId, now());
        return { status: 202, value: { events: events.length } };
      } finally {
        giveBack();
      }
    },
  });
}

/** Returns the one reply for every sender that cannot prove to be the code host of the project. */
export function invalidSignature(): CopydeskError {
  return new CopydeskError(
    'invalid_signature',
    'The signature does not fit the body. Set the secret of the webhook at the code host to the one that ' +
      '"copydesk project connect" has shown for this project, and check the address.',
  );
}

/** Gives every invalid signature the same reply, whatever was wrong. */
function throwUniformly(error: unknown): never {
  throw isCopydeskError(error, 'invalid_signature') ? invalidSignature() : error;
}

/**
 * Returns headers by lower-case name, as Node has them. A header that came several times counts as absent: a signature
 * is sent once.
 */
function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}
