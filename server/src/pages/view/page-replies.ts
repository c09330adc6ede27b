import type { FastifyInstance, FastifyReply } from 'fastify';
import { knownError, problemHeaders } from '../../http/problem.ts';
import { viewerFound } from '../../http/session/viewer.ts';
import type { HttpServices } from '../../http/services.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { html } from './html.ts';
import type { HtmlValue } from './html.ts';
import { document } from './layout.ts';
import type { Page } from './layout.ts';
import { errorPage, signInAddress } from './error-page.ts';
import { sessionEndedPage } from './session-ended.ts';
import type { Site } from './site.ts';

/**
 * Headers that make browsers run and load only what comes from this server, and show the page in no frame. The referrer
 * policy is `same-origin` and not `no-referrer`, under which browsers send `Origin: null` with the page's own forms.
 */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'Accept',
};

export function sendPage(reply: FastifyReply, site: Site, page: Page): FastifyReply {
  return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(document(site, page));
}

/** Sends a piece of a page, which a script puts into it. */
export function sendPart(reply: FastifyReply, part: HtmlValue): FastifyReply {
  return reply
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .send(html`${part}`.markup);
}

/**
 * Answers errors of a scope's routes to browsers with a page of the same status, and sends viewers who are not signed
 * in to the sign-in page. Other clients get the server's own answer.
 */
export function answerErrorsWithPages(app: FastifyInstance, services: HttpServices, site: Site): void {
  app.setErrorHandler((thrown, request, reply) => {
    if (!acceptsHtml(request)) throw thrown;
    const error = knownError(services, thrown);
    if (error.code === 'internal') request.log.error({ err: thrown }, 'a page failed because of a bug');
    if (error.code === 'credentials_required' && request.method === 'GET') {
      return reply.redirect(signInAddress(site, request.url), 303);
    }
    reply.status(error.status).headers(problemHeaders(error));
    const viewer = viewerFound(request);
    const asked = { baseUrl: services.baseUrl, viewer, signIn: signInAddress(site, '/projects') };
    const ended = sessionEndedPage(site, request, error, asked);
    return sendPage(reply, site, ended ?? errorPage(site, request, error, viewer));
  });
}
