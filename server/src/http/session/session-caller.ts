import { scopesOfRole } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { readSession } from '../../people/sessions.ts';
import { readKeySession } from '../../projects/key/key-sessions.ts';
import type { HttpServices } from '../services.ts';
import { addressOf } from './address.ts';
import { callerOfKey } from './caller.ts';
import type { Caller } from './caller.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Returns the caller that a browser's session belongs to, with the session's secret; undefined when there is no
 * session, or it has ended.
 *
 * @throws CopydeskError `address_not_allowed` for a key's session from another address than the key allows.
 */
export async function callerOfSession(
  services: Pick<HttpServices, 'db' | 'now' | 'baseUrl'>,
  request: FastifyRequest,
): Promise<{ caller: Caller; secret: string } | undefined> {
  const cookie = readSessionCookie(request, services.baseUrl.startsWith('https:'));
  if (cookie === undefined) return undefined;
  const { kind, token: secret } = cookie;
  const address = addressOf(request);
  const now = services.now();
  if (kind === 'key') {
    const key = await readKeySession(services.db, secret, { address, now });
    return key && { caller: callerOfKey(key, address), secret };
  }
  const person = await readSession(services.db, secret, { now });
  if (person === undefined) return undefined;
  const { personId: id, name, organisationId, role } = person;
  const scopes = scopesOfRole[role];
  return { caller: { kind, id, name, organisationId, projectId: null, scopes, role, address }, secret };
}
