import type { FastifyRequest } from 'fastify';

/** A key that came with a request, and its authentication scheme. */
export interface HeaderCredentials {
  scheme: 'basic' | 'bearer';
  key: string;
}

/**
 * Returns the API key in the Authorization header, as `Bearer` (RFC 6750) or as the password, or else the user, of
 * `Basic` (RFC 7617). Returns undefined when there is no such header or it has another scheme.
 */
export function headerCredentials(request: FastifyRequest): HeaderCredentials | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)\s*$/.exec(request.headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return { scheme: 'bearer', key: value };
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? [];
  return { scheme: 'basic', key: password === '' || password === 'x-oauth-basic' ? user : password };
}
