import { isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance } from 'fastify';
import { signInByLink } from '../../desk/sessions/sign-in-by-link.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { addressOf } from '../../http/session/address.ts';
import { requireOwnOrigin } from '../../http/session/forgery.ts';
import { field } from '../../http/session/form.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { safeNext } from './next.ts';
import { linkPage, usedLinkPage } from './sign-in-view.ts';
import { enter } from './signing.ts';
import type { SigningServices } from './signing.ts';
import { visitorOf } from './visitor.ts';

/**
 * Adds the link that signs in once. Opening it does not use it up, so that previews and prefetching cannot; only its
 * button does.
 */
export function addLinkPages(app: FastifyInstance, services: SigningServices, site: Site): void {
  const { db, now, baseUrl, attempts } = services;

  app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>('/sign-in/:token', (request, reply) => {
    const next = safeNext(field(request.query, 'next'), site);
    return sendPage(reply, site, linkPage(site, { token: request.params.token, next }));
  });

  app.post<{ Params: { token: string } }>('/sign-in/:token', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const next = safeNext(field(request.body, 'next'), site);
    const succeeded = attempts.begin({ address: addressOf(request) }, now());
    try {
      const visitor = await visitorOf(services, request, site);
      const token = await signInByLink(db, visitor, request.params.token, now());
      succeeded();
      return enter(reply, site, { kind: 'person', token }, next);
    } catch (error) {
      if (!isCopydeskError(error, 'invalid_token') || !acceptsHtml(request)) throw error;
      return sendPage(reply.status(error.status), site, usedLinkPage(site, next));
    }
  });
}
