import type { FastifyReply } from 'fastify';
import type { ServerServices } from '../../http/services.ts';
import { setSessionCookie } from '../../http/session/session-cookie.ts';
import type { SessionCookie } from '../../http/session/session-cookie.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';

/** What all ways to sign in share. */
export type SigningServices = ServerServices & PageNeeds;

/** Gives the browser its session, and sends it where it wanted to go. */
export function enter(reply: FastifyReply, site: Site, cookie: SessionCookie, next: string): FastifyReply {
  setSessionCookie(reply, site.secure, cookie);
  return reply.redirect(next, 303);
}
