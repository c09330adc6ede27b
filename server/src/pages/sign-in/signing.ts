import type { FastifyReply } from 'fastify';
import type { ServerServices } from '../../http/services.ts';
import { setSessionCookie } from '../../http/session/session-cookie.ts';
import type { SessionCookie } from '../../http/session/session-cookie.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';

/** The services that all ways to sign in use. */
export type SigningServices = ServerServices & PageNeeds;

/** Sets the browser's session cookie, and redirects it to where it wanted to go. */
export function enter(reply: FastifyReply, site: Site, cookie: SessionCookie, next: string): FastifyReply {
  setSessionCookie(reply, site.secure, cookie);
  return reply.redirect(next, 303);
}
