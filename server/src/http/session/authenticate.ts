import { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../projects/key/keys.ts';
import type { HttpServices } from '../services.ts';
import { addressOf } from './address.ts';
import { countHeader } from '../replies/count-header.ts';
import { placeOf } from '../rooms/places.ts';
import { callerOfKey } from './caller.ts';
import type { Caller } from './caller.ts';
import { requireSameOrigin } from './forgery.ts';
import { callerOfSession } from './session-caller.ts';

/**
 * Checks 401: returns the caller of a request with `Authorization: Bearer <key>` (RFC 6750), or with the session of a
 * browser that is on a page of this server: what people may do on the pages, they may do by the API.
 *
 * @throws CopydeskError `credentials_required` for none or another scheme, `invalid_token`, `address_not_allowed`;
 *   `forbidden_origin` when a session's request changes something and comes from no page of this server; `overloaded`
 *   when the caller has used up its share of requests in progress.
 */
export async function authenticate(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await findCaller(services, request);
  placeOf(request.raw)?.belongTo(caller.id);
  return caller;
}

async function findCaller(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  request: FastifyRequest,
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return await authenticateSession(services, request);
  const address = addressOf(request);
  const key = await authenticateKey(services.db, bearerToken(request, header), { address, now: services.now() });
  return callerOfKey(key, address);
}

async function authenticateSession(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  request: FastifyRequest,
): Promise<Caller> {
  const session = await callerOfSession(services, request);
  if (session === undefined) {
    throw new CopydeskError('credentials_required', 'Send an API key in the header "Authorization: Bearer <key>".');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request, services.baseUrl);
  return session.caller;
}

function bearerToken(request: FastifyRequest, header: string): string {
  if (countHeader(request.raw, 'authorization') > 1) {
    throw new CopydeskError('invalid_token', 'There is more than one Authorization header. Send one.');
  }
  const [scheme = '', ...rest] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer') {
    throw new CopydeskError(
      'credentials_required',
      'The Authorization header has another scheme than Bearer. Send "Authorization: Bearer <key>".',
    );
  }
  return rest.join(' ').trim();
}
