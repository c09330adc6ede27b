import type { Endpoint } from '@copydesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServices } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { readSessionCookie } from '../session/session-cookie.ts';
import { admitCaller } from './admit.ts';

/**
 * Runs the first checks of an endpoint of the caller's own account: authentication 401, and 403 unless the caller is a
 * person. The token is that of the session that sends the request.
 *
 * @throws CopydeskError `credentials_required`, `invalid_token`, `address_not_allowed`, `insufficient_scope`,
 *   `forbidden_origin`.
 */
export async function admitPerson(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ caller: Caller; token: string }> {
  const caller = await admitCaller(services, endpoint, request, reply);
  return { caller, token: readSessionCookie(request, services.baseUrl.startsWith('https:'))?.token ?? '' };
}
