import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';

/** Returns the endpoint that replaces a deprecated one. @throws TypeError when the contract has none of that name. */
export function successorOf({ use }: NonNullable<Endpoint['deprecated']>): Endpoint {
  const successor = Object.entries<Endpoint>(endpoints).find(([name]) => name === use)?.[1];
  if (successor === undefined) throw new TypeError(`The contract has no endpoint ${use}, which is to replace another`);
  return successor;
}

/** Since when the endpoints are deprecated: 2026-11-01 (RFC 9745). */
const since = '@1793491200';

/**
 * Returns the headers of every reply of a deprecated endpoint, errors included: since when it is deprecated (RFC 9745),
 * and the address of its replacement in the newer version (RFC 5829).
 */
export function deprecationHeaders(
  deprecated: NonNullable<Endpoint['deprecated']>,
  { baseUrl, params }: { baseUrl: string; params: Record<string, string> },
): Record<string, string> {
  const path = successorOf(deprecated).path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return { deprecation: since, link: `<${baseUrl}${path}>; rel="successor-version"` };
}
