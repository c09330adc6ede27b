import type { IncomingMessage } from 'node:http';
import { CopydeskError } from '@copydesk/contract';

/**
 * Counts how often a header was sent. Of several Host or Authorization headers, Node keeps the first and silently drops
 * the others.
 */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    if (header?.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Refuses a request with two Host headers with 400, as RFC 9112 (3.2) requires: a proxy in front of this server may
 * have used the other one.
 *
 * @throws CopydeskError `invalid_request`.
 */
export function refuseTwoHosts(request: IncomingMessage): void {
  if (countHeader(request, 'host') < 2) return;
  const detail = 'is given more than once; give it once';
  throw new CopydeskError('invalid_request', `The header "Host" ${detail}.`, { errors: [{ header: 'Host', detail }] });
}
