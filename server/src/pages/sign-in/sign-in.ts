import { isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInByKey } from '../../desk/sessions/sign-in-by-key.ts';
import { signInByPassword } from '../../desk/sessions/sign-in-by-password.ts';
import { signOut } from '../../desk/sessions/sign-out.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { addressOf } from '../../http/session/address.ts';
import { actorOf } from '../../http/session/caller.ts';
import { requireOwnOrigin } from '../../http/session/forgery.ts';
import { field } from '../../http/session/form.ts';
import { clearSessionCookie, readSessionCookie } from '../../http/session/session-cookie.ts';
import type { SessionCookie } from '../../http/session/session-cookie.ts';
import { requireViewer } from '../../http/session/viewer.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { safeNext } from './next.ts';
import { signInPage } from './sign-in-view.ts';
import { enter } from './signing.ts';
import type { SigningServices } from './signing.ts';
import { visitorOf } from './visitor.ts';

/** Adds sign-in by e-mail address and password or by a pasted API key, and signing out. */
export function addSignIn(app: FastifyInstance, services: SigningServices, site: Site): void {
  const { db, now, baseUrl, openId, attempts } = services;
  const openIdHost = openId?.provider.host;

  app.get<{ Querystring: Record<string, unknown> }>('/sign-in', (request, reply) =>
    sendPage(reply, site, signInPage(site, { next: safeNext(field(request.query, 'next'), site), openIdHost })),
  );

  app.post('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl);
    const next = safeNext(field(request.body, 'next'), site);
    const key = field(request.body, 'key')?.trim();
    const email = field(request.body, 'email')?.trim() ?? '';
    try {
      const account = key === undefined ? email : undefined;
      const succeeded = attempts.begin({ address: addressOf(request), account }, now());
      const cookie = key === undefined ? await byPassword(request, email) : await byKey(request, key);
      succeeded();
      return enter(reply, site, cookie, next);
    } catch (error) {
      return refuse(error, request, reply, { next, email, by: key === undefined ? 'password' : 'key' });
    }
  });

  app.post('/sign-out', async (request, reply) => {
    const viewer = await requireViewer(services, request);
    viewer.requireOwnForm(request);
    const cookie = readSessionCookie(request, site.secure);
    if (cookie !== undefined) await signOut(db, actorOf(viewer), cookie);
    clearSessionCookie(reply, site.secure);
    return reply.redirect(site.href('/sign-in'), 303);
  });

  async function byPassword(request: FastifyRequest, email: string): Promise<SessionCookie> {
    const password = field(request.body, 'password') ?? '';
    const comesAgain = attempts.comesAgain({ address: addressOf(request), account: email });
    const typed = { email, password, passwords: services.passwords, now: now(), comesAgain };
    const visitor = await visitorOf(services, request, site);
    return { kind: 'person', token: await signInByPassword(db, visitor, typed) };
  }

  async function byKey(request: FastifyRequest, key: string): Promise<SessionCookie> {
    const visitor = await visitorOf(services, request, site);
    return { kind: 'key', token: await signInByKey(db, visitor, key, now()) };
  }

  function refuse(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    typed: { next: string; email: string; by: 'password' | 'key' },
  ): FastifyReply {
    if (!isCopydeskError(error) || error.status >= 500 || !acceptsHtml(request)) throw error;
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    const page = signInPage(site, { ...typed, openIdHost, refusal: error.message });
    return sendPage(reply.status(error.status), site, page);
  }
}
