import type { FastifyReply } from 'fastify';
import type { HttpServices } from '../../http/services.ts';
import type { Attempts } from '../../http/session/attempts.ts';
import { setSessionCookie } from '../../http/session/session-cookie.ts';
import type { SessionCookie } from '../../http/session/session-cookie.ts';
import type { Passwords } from '../../people/passwords.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';

/** What all ways to sign in share. */
export interface SigningServices extends HttpServices, PageNeeds {
  attempts: Attempts;
  passwords: Passwords;
}

/** Gives the browser its session, and sends it where it wanted to go. */
export function enter(reply: FastifyReply, site: Site, cookie: SessionCookie, next: string): FastifyReply {
  setSessionCookie(reply, site.secure, cookie);
  return reply.redirect(next, 303);
}
