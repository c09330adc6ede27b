import { CopydeskError } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import type { FastifyReply } from 'fastify';
import type { Caller } from './authenticate.ts';

/** 403: the key must have the scope, or `admin`; any key does where there is none. @throws CopydeskError `insufficient_scope`. */
export function requireScope(caller: Caller, scope: Scope | null, reply: FastifyReply): void {
  if (scope === null) return;
  if (caller.scopes.includes(scope) || caller.scopes.includes('admin')) return;
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new CopydeskError(
    'insufficient_scope',
    `This needs an API key with the scope "${scope}"; yours has ${caller.scopes.map((one) => `"${one}"`).join(', ')}.`,
  );
}
