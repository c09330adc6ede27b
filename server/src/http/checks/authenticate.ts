import { CopydeskError } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../projects/keys.ts';
import type { HttpServices } from '../services.ts';

/** Who asks: the API key of a request, its organisation, and the project that it is bound to. */
export type Caller = Awaited<ReturnType<typeof authenticateKey>>;

/**
 * 401: the caller of a request with `Authorization: Bearer <key>` (RFC 6750).
 *
 * @throws CopydeskError `credentials_required` for none or another scheme, `invalid_token`, `address_not_allowed`.
 */
export async function authenticate(
  services: Pick<HttpServices, 'db' | 'now'>,
  request: FastifyRequest,
): Promise<Caller> {
  const token = bearerToken(request);
  return await authenticateKey(services.db, token, { address: addressOf(request), now: services.now() });
}

/**
 * The address of the client: the socket's, or what trusted proxies say. IPv4 is not told as IPv6.
 */
export function addressOf({ ip }: { ip: string }): string {
  return ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip;
}

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new CopydeskError('credentials_required', 'Send an API key in the header "Authorization: Bearer <key>".');
  }
  if (countHeader(request, 'authorization') > 1) {
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

/** Node keeps the first of several Authorization headers and drops the others without a word. */
function countHeader(request: FastifyRequest, name: string): number {
  const { rawHeaders } = request.raw;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    if (header?.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count;
}
