import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a form that another site made a browser send. Browsers report where a request comes from. When they report
 * nothing (old ones, and clients that are not browsers), only the form's token decides.
 *
 * @throws CopydeskError `forbidden_origin`.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (isFromElsewhere(request, baseUrl)) throw forgeryError();
}

/**
 * Refuses a request with a session unless its headers show that it comes from a page of this server: it has no token
 * that could decide.
 *
 * @throws CopydeskError `forbidden_origin`.
 */
export function requireSameOrigin(request: FastifyRequest, baseUrl: string): void {
  if (originOf(request, baseUrl) === 'own') return;
  throw new CopydeskError(
    'forbidden_origin',
    'A session may change something only from a page of this server. Use an API key elsewhere. Nothing was changed.',
  );
}

/** Whether a browser says that another site made it send a request. */
export function isFromElsewhere(request: FastifyRequest, baseUrl: string): boolean {
  return originOf(request, baseUrl) === 'foreign';
}

function originOf(request: FastifyRequest, baseUrl: string): 'own' | 'foreign' | 'unknown' {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return 'own';
  // Typed into the address bar, which cannot send a form.
  if (site === 'none') return 'unknown';
  if (site !== undefined) return 'foreign';
  const { origin } = request.headers;
  if (origin === undefined) return 'unknown';
  if (origin === new URL(baseUrl).origin) return 'own';
  // The server was reached by another name than its public one, such as an address in a local network.
  return URL.canParse(origin) && new URL(origin).host === request.host ? 'own' : 'foreign';
}

/**
 * Returns the token that a page puts into its forms: only the holder of the session's or key's secret can make it. A
 * random mask makes it a different text on each page. Pages are compressed, so an attacker who sees the lengths of many
 * replies could find a text that is always the same (BREACH, https://www.breachattack.com).
 */
export function formTokenOf(secret: string): string {
  const mask = randomBytes(maskBytes);
  return Buffer.concat([mask, masked(codeOf(secret), mask)]).toString('base64url');
}

/** @throws CopydeskError `forbidden_origin` when the form was not made for this session or key. */
export function requireFormToken(token: string | undefined, secret: string): void {
  const given = Buffer.from(token ?? '', 'base64url');
  if (given.length !== 2 * maskBytes) throw forgeryError();
  const code = masked(given.subarray(maskBytes), given.subarray(0, maskBytes));
  if (!timingSafeEqual(code, codeOf(secret))) throw forgeryError();
}

/** The length of a SHA-256. */
const maskBytes = 32;

function codeOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('copydesk form').digest();
}

function masked(code: Buffer, mask: Buffer): Buffer {
  return Buffer.from(code.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

function forgeryError(): CopydeskError {
  return new CopydeskError(
    'forbidden_origin',
    'This form does not belong to a page of this server that you have open. Nothing was changed: open the page again and use its button.',
  );
}
