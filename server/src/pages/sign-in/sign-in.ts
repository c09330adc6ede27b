import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createKeySession, endKeySession } from '../../projects/key-sessions.ts';
import { authenticateKey } from '../../projects/authenticate.ts';
import { endSession, redeemSignInLink } from '../../people/people.ts';
import { addressOf } from '../../http/session/address.ts';
import type { HttpServices } from '../../http/services.ts';
import { acceptsHtml } from '../../http/accept-html.ts';
import { countAttempts } from '../../http/session/attempts.ts';
import { field } from '../../http/session/form.ts';
import { requireOwnOrigin } from '../../http/session/forgery.ts';
import { safeNext } from './next.ts';
import { sendPage } from '../view/page-replies.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../../http/session/session-cookie.ts';
import type { SessionCookie } from '../../http/session/session-cookie.ts';
import { linkPage, signInPage, usedLinkPage } from './sign-in-view.ts';
import type { Site } from '../view/site.ts';
import { requireViewer } from '../../http/session/viewer.ts';

/**
 * Signing in: with an API key that is pasted into a form, or by a link that works once. Looking at the link does not
 * use it up, so that previews and prefetching cannot; its button does.
 */
export function addSignIn(app: FastifyInstance, services: HttpServices, site: Site): void {
  const { db, now, baseUrl } = services;
  const attempts = countAttempts();
  const home = site.href('/projects');

  app.get<{ Querystring: Record<string, unknown> }>('/sign-in', (request, reply) =>
    sendPage(reply, site, signInPage(site, { next: safeNext(field(request.query, 'next'), home) })),
  );

  app.post('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const next = safeNext(field(request.body, 'next'), home);
    const address = addressOf(request);
    attempts.require(address, now());
    try {
      const key = await authenticateKey(db, field(request.body, 'key')?.trim() ?? '', { address, now: now() });
      return begin(reply, { kind: 'key', token: await createKeySession(db, key.id, { now: now() }) }, next);
    } catch (error) {
      if (!isCopydeskError(error) || error.status >= 500) throw error;
      attempts.failed(address, now());
      if (!acceptsHtml(request)) throw error;
      return sendPage(reply.status(error.status), site, signInPage(site, { next, refusal: error.message }));
    }
  });

  app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>('/sign-in/:token', (request, reply) => {
    const next = safeNext(field(request.query, 'next'), home);
    return sendPage(reply, site, linkPage(site, { token: request.params.token, next }));
  });

  app.post<{ Params: { token: string } }>('/sign-in/:token', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const address = addressOf(request);
    attempts.require(address, now());
    const next = safeNext(field(request.body, 'next'), home);
    try {
      return begin(reply, { kind: 'person', token: await redeem(request.params.token) }, next);
    } catch (error) {
      attempts.failed(address, now());
      if (!isCopydeskError(error, 'invalid_token') || !acceptsHtml(request)) throw error;
      return sendPage(reply.status(error.status), site, usedLinkPage(site, next));
    }
  });

  app.post('/sign-out', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    viewer.requireOwnForm(request);
    const cookie = readSessionCookie(request, site.secure);
    if (cookie?.kind === 'key') await endKeySession(db, cookie.token);
    if (cookie?.kind === 'person') await endSession(db, cookie.token);
    clearSessionCookie(reply, site.secure);
    return reply.redirect(site.href('/sign-in'), 303);
  });

  function begin(reply: FastifyReply, cookie: SessionCookie, next: string): FastifyReply {
    setSessionCookie(reply, site.secure, cookie);
    return reply.redirect(next, 303);
  }

  async function redeem(token: string): Promise<string> {
    try {
      return (await redeemSignInLink(db, token, { now: now() })).sessionToken;
    } catch (error) {
      if (!isCopydeskError(error, 'invalid_token')) throw error;
      const detail = 'This link was used already or has run out. Ask whoever runs Copydesk for a new one.';
      throw new CopydeskError('invalid_token', detail, { cause: error });
    }
  }
}
