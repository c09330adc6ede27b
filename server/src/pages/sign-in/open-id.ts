import { CopydeskError, errorTable, isCopydeskError } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordRefusedIdentity, signInByOpenId } from '../../desk/sessions/sign-in-by-open-id.ts';
import type { OpenIdIdentity } from '../../desk/sessions/sign-in-by-open-id.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { addressOf } from '../../http/session/address.ts';
import { field } from '../../http/session/form.ts';
import type { PageNeeds } from '../needs.ts';
import { sendPage } from '../view/page-replies.ts';
import type { Site } from '../view/site.ts';
import { safeNext } from './next.ts';
import { deleteSignInCookie, readSignInCookie, setSignInCookie } from './open-id-cookie.ts';
import type { PendingSignIn } from './open-id-cookie.ts';
import { openIdRefusalPage } from './sign-in-view.ts';
import { enter } from './signing.ts';
import type { SigningServices } from './signing.ts';
import { visitorOf } from './visitor.ts';

type OpenIdServices = SigningServices & { openId: NonNullable<PageNeeds['openId']> };

/**
 * Adds sign-in by OpenID Connect: to the provider, and back. It starts with a link, since a form may only be sent to
 * this server.
 */
export function addOpenIdPages(app: FastifyInstance, services: OpenIdServices, site: Site): void {
  const { db, now, baseUrl, attempts } = services;
  const { provider, signUp } = services.openId;
  const callback = `${baseUrl}/sign-in/openid/callback`;

  app.get<{ Querystring: Record<string, unknown> }>('/sign-in/openid', async (request, reply) => {
    const next = safeNext(field(request.query, 'next'), site);
    try {
      const { address, expected } = await provider.begin(callback);
      setSignInCookie(reply, site.secure, { ...expected, next });
      return reply.redirect(address, 303);
    } catch (error) {
      return refuse(error, request, reply, next);
    }
  });

  app.get('/sign-in/openid/callback', async (request, reply) => {
    const pending = readSignInCookie(request, site.secure);
    const next = safeNext(pending?.next, site);
    deleteSignInCookie(reply, site.secure);
    try {
      const succeeded = attempts.begin({ address: addressOf(request) }, now());
      const identity = await identityOf(request, pending);
      const visitor = await visitorOf(services, request, site);
      const token = await signInByOpenId(db, visitor, identity, { signUp, now: now() });
      succeeded();
      return enter(reply, site, { kind: 'person', token }, next);
    } catch (error) {
      return refuse(error, request, reply, next);
    }
  });

  async function identityOf(request: FastifyRequest, pending: PendingSignIn | undefined): Promise<OpenIdIdentity> {
    try {
      if (pending === undefined) throw noPendingSignIn();
      // The provider's answer is in the query. The rest of the address is the configured one, which is more reliable
      // than what a proxy reports.
      const [, query = ''] = request.url.split(/\?(.*)/s);
      return await provider.finish(new URL(`${callback}?${query}`), pending);
    } catch (error) {
      if (isCopydeskError(error, 'identity_refused')) {
        await recordRefusedIdentity(db, await visitorOf(services, request, site), error.message);
      }
      throw error;
    }
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
    const isOurs = isCopydeskError(error) && refusals.has(error.code);
    if (!isOurs || !acceptsHtml(request)) throw error;
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
    const { title } = errorTable[error.code];
    const page = openIdRefusalPage(site, { title, detail: error.message, host: provider.host, next });
    return sendPage(reply.status(error.status), site, page);
  }
}

const refusals = new Set(['identity_refused', 'identity_unreachable', 'quota_exceeded']);

function noPendingSignIn(): CopydeskError {
  return new CopydeskError(
    'identity_refused',
    'This browser did not start the sign-in here, or started it more than ten minutes ago, or already completed it. Start again.',
  );
}
