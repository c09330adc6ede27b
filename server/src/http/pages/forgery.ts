import { createHmac, timingSafeEqual } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a form that another site made a browser send. Browsers say where a request comes from; where they say
 * nothing (old ones, and clients that are none) the form's token decides alone.
 *
 * @throws CopydeskError `forbidden_origin`.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw forged();
  }
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  // Reached by another name than its public one, such as by an address in a local network.
  if (URL.canParse(origin) && new URL(origin).host === request.host) return;
  throw forged();
}

/** The token that a page puts into its forms: only who holds the secret of the session or key can make it. */
export function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('copydesk form').digest('base64url');
}

/** @throws CopydeskError `forbidden_origin` when the form was not made for this session or key. */
export function requireFormToken(token: string | undefined, secret: string): void {
  const expected = Buffer.from(formTokenOf(secret));
  const given = Buffer.from(token ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw forged();
}

function forged(): CopydeskError {
  return new CopydeskError(
    'forbidden_origin',
    'This form does not belong to a page of this server that you have open. Nothing was changed: open the page again and use its button.',
  );
}
