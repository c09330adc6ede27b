import { CopydeskError } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import { hasScope, mayEdit } from '../session/caller.ts';
import type { Caller } from '../session/caller.ts';

/** What an endpoint demands of its callers. */
type Rights = Pick<Endpoint, 'scope' | 'account' | 'anyScope' | 'editors' | 'people'>;

/**
 * Checks 403: the caller must have the scope of the endpoint, or `admin`; any caller may use an endpoint without a
 * scope. For an endpoint of the caller's own account the caller must be a person.
 *
 * @throws CopydeskError `insufficient_scope`.
 */
export function requireScope(caller: Caller, endpoint: Rights, reply: FastifyReply): void {
  const { scope } = endpoint;
  if (endpoint.account) {
    requirePerson(caller);
    return;
  }
  if (scope === null || endpoint.anyScope || hasScope(caller, scope)) return;
  if (endpoint.editors && mayEdit(caller)) return;
  if (endpoint.people && caller.kind === 'person') return;
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new CopydeskError('insufficient_scope', refusalOf(caller, endpoint, scope));
}

/** @throws CopydeskError `insufficient_scope` for a key. */
export function requirePerson({ kind }: Pick<Caller, 'kind'>): void {
  if (kind === 'person') return;
  throw new CopydeskError(
    'insufficient_scope',
    'An API key has no account. Sign in as a person to see and change one.',
  );
}

function refusalOf({ role, scopes }: Caller, { editors }: Rights, scope: string): string {
  if (role === null) {
    const has = scopes.map((one) => `"${one}"`).join(', ');
    return `This needs an API key with the scope "${scope}"; yours has ${has}.`;
  }
  return `This needs an owner${editors ? ' or an editor' : ''}; your role is ${role}. An owner can change it.`;
}
