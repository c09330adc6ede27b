import { CopydeskError, ProjectId, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sawHostWebhook, storeHostEvents } from '../../jobs/host-events.ts';
import { addApiRoute } from '../api-route.ts';
import { parameter } from '../checks/admit.ts';
import { addressOf, networkOf } from '../session/address.ts';
import { readBody } from '../checks/body.ts';
import { openBodyBudget, tooManyOf } from '../collect/body-budget.ts';
import { openRateLimit } from '../collect/rate-limit.ts';
import type { RouteServices } from './route-services.ts';

/**
 * `POST /v1/code-host/{projectId}/webhook`. It asks for no key: 429 comes before anything is read for it, then size 413,
 * and the signature 401, which is the answer for a project that is not there as well.
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
        const events = await hostWebhooks.read(projectId, webhook).catch(inOneVoice);
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

/** The one answer to whoever cannot prove to be the code host of the project. */
export function invalidSignature(): CopydeskError {
  return new CopydeskError(
    'invalid_signature',
    'The signature does not fit the body. Set the secret of the webhook at the code host to the one that ' +
      '"copydesk project connect" has shown for this project, and check the address.',
  );
}

/** Whatever did not fit is answered in the same words. */
function inOneVoice(error: unknown): never {
  throw isCopydeskError(error, 'invalid_signature') ? invalidSignature() : error;
}

/** Names in lower case, as Node has them. One that came several times counts as none: a signature is given once. */
function singleHeaders({ headers }: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}
