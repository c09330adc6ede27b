import type { FastifyReply, FastifyRequest } from 'fastify';

/** The content of a session cookie: a session of a person, or of an API key. */
export interface SessionCookie {
  kind: 'person' | 'key';
  token: string;
}

/** How long a browser stays signed in. */
const sessionDays = 14;

/**
 * Returns the cookie's name. Over https the prefix makes browsers refuse a cookie that another host of the same domain
 * has set (RFC 6265bis, 4.1.3).
 */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-copydesk_session' : 'copydesk_session';
}

export function readSessionCookie(request: FastifyRequest, secure: boolean): SessionCookie | undefined {
  const wanted = `${sessionCookieName(secure)}=`;
  const found = (request.headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(wanted));
  const [, kind, token] = /^(person|key)\.([\w-]{1,200})$/.exec(found?.slice(wanted.length) ?? '') ?? [];
  if (token === undefined) return undefined;
  return { kind: kind === 'key' ? 'key' : 'person', token };
}

export function setSessionCookie(reply: FastifyReply, secure: boolean, { kind, token }: SessionCookie): void {
  reply.header('set-cookie', cookie(secure, `${kind}.${token}`, sessionDays * 24 * 60 * 60));
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.header('set-cookie', cookie(secure, '', 0));
}

function cookie(secure: boolean, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return `${sessionCookieName(secure)}=${value}; ${attributes}`;
}
