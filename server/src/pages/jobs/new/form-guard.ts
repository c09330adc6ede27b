import { isCopydeskError } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsHtml } from '../../../http/replies/accept-html.ts';
import { requireOwnOrigin } from '../../../http/session/forgery.ts';
import type { Viewer } from '../../../http/session/viewer.ts';
import { signInAddress } from '../../view/error-page.ts';
import { sendPage } from '../../view/page-replies.ts';
import type { Site } from '../../view/site.ts';
import { typedIn } from './accept-prompt.ts';
import { sessionEndedMain } from './prompt-field.ts';

/** The message for a form whose session ended after it was opened, and that was sent in a new session. */
export const sendAgain = {
  wrong: 'You have signed in again since you wrote this. Check it, and send it again.',
} as const;

/** Admits the sender of a form. When the session has ended, answers with a page that contains what was typed. */
export async function keepText<T>(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  admit: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await admit();
  } catch (error) {
    if (!isCopydeskError(error, 'credentials_required') || !acceptsHtml(request)) throw error;
    const main = sessionEndedMain(signInAddress(site, '/projects'), site.href(request.url), typedIn(request));
    void sendPage(reply.status(401), site, { title: 'Your session has ended', main });
    return undefined;
  }
}

/**
 * Whether a form belongs to the viewer's present session. Returns false for a form of this server that belongs to an
 * earlier session; the caller then shows it again with what was typed.
 *
 * @throws CopydeskError `forbidden_origin` for a form of another site.
 */
export function isOwnForm(viewer: Viewer, request: FastifyRequest, baseUrl: string): boolean {
  if (viewer.formToken !== undefined) requireOwnOrigin(request, baseUrl);
  try {
    viewer.requireOwnForm(request);
    return true;
  } catch (error) {
    if (!isCopydeskError(error, 'forbidden_origin') || !acceptsHtml(request)) throw error;
    return false;
  }
}
