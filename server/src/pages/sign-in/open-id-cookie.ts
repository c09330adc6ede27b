import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpenIdExpected } from '../needs.ts';

/** What a cookie keeps for a browser while it is at the OpenID provider. */
export interface PendingSignIn extends OpenIdExpected {
  next: string;
}

const lifetimeSeconds = 600;
const longestNext = 1_500;

const Stored = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  next: z.string(),
});

/**
 * `Lax`, since the browser comes back from another site. The path must be `/`, since the `__Host-` prefix requires it.
 */
function cookie(secure: boolean, value: string, seconds: number): string {
  const name = secure ? '__Host-copydesk_openid' : 'copydesk_openid';
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export function setSignInCookie(reply: FastifyReply, secure: boolean, pending: PendingSignIn): void {
  const kept = { ...pending, next: pending.next.length <= longestNext ? pending.next : '/' };
  reply.header('set-cookie', cookie(secure, Buffer.from(JSON.stringify(kept)).toString('base64url'), lifetimeSeconds));
}

/** Returns undefined for a browser that did not start here, or started too long ago. */
export function readSignInCookie(request: FastifyRequest, secure: boolean): PendingSignIn | undefined {
  const wanted = `${secure ? '__Host-copydesk_openid' : 'copydesk_openid'}=`;
  const pair = (request.headers.cookie ?? '').split(/; */).find((one) => one.startsWith(wanted));
  if (pair === undefined) return undefined;
  try {
    return Stored.parse(JSON.parse(Buffer.from(pair.slice(wanted.length), 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Deletes the cookie: its values must not be used a second time. */
export function deleteSignInCookie(reply: FastifyReply, secure: boolean): void {
  reply.header('set-cookie', cookie(secure, '', 0));
}
