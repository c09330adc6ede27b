import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../desk/sessions/visitor.ts';
import { addressOf } from '../../http/session/address.ts';
import { readSessionCookie } from '../../http/session/session-cookie.ts';
import type { PageNeeds } from '../needs.ts';
import type { Site } from '../view/site.ts';

/** Returns who is about to sign in, as far as the request reveals it. */
export async function visitorOf(
  { organisation }: Pick<PageNeeds, 'organisation'>,
  request: FastifyRequest,
  site: Site,
): Promise<Visitor> {
  return {
    organisationId: await organisation(),
    address: addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    previous: readSessionCookie(request, site.secure),
  };
}
