import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { requireSameOrigin } from '../../http/session/forgery.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { shellOf } from './shell.ts';
import type { Site } from './site.ts';
import { typedAgain } from './typed-values.ts';

/**
 * Renders a page that keeps what was sent with a form whose session has ended: first how to sign in, and after that the
 * form with the token of the new session. Undefined for all other errors, and for forms of other sites.
 */
export function sessionEndedPage(
  site: Site,
  request: FastifyRequest,
  error: CopydeskError,
  { baseUrl, viewer, signIn }: { baseUrl: string; viewer?: Viewer; signIn: string },
): Page | undefined {
  const isAnew = error.code === 'forbidden_origin' && viewer?.formToken !== undefined;
  if (request.method !== 'POST' || (!isAnew && error.code !== 'credentials_required')) return undefined;
  if (!comesFromHere(request, baseUrl)) return undefined;
  const form = typedAgain(site.href(request.url), request, isAnew ? viewer?.formToken : undefined);
  if (form === undefined) return undefined;
  const title = isAnew ? 'You have signed in again' : 'Your session has ended';
  return {
    title,
    viewer: viewer && shellOf(viewer),
    main: html`<section class="narrow">
      <p class="number">${error.status}</p>
      <h1>${title}</h1>
      ${
        isAnew
          ? html`<p>Nothing was changed yet. Check what you sent, and send it again.</p>`
          : html`<p>
              Nothing was sent, and nothing is lost.
              <a href="${signIn}" target="_blank" rel="noopener">Sign in in another tab</a>, then come back here and
              send it again.
            </p>`
      }
      ${form}
    </section>`,
  };
}

function comesFromHere(request: FastifyRequest, baseUrl: string): boolean {
  try {
    requireSameOrigin(request, baseUrl);
    return true;
  } catch (error) {
    if (!isCopydeskError(error, 'forbidden_origin')) throw error;
    return false;
  }
}
