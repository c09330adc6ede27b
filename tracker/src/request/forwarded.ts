import type { Asked } from './asked.ts';

/** Where a request came from and what it asked for, as reported by the trusted proxies in front of the site. */
export interface Origin {
  protocol: string;
  /** Undefined when it cannot be the host of an address. */
  host: string | undefined;
  address: string | undefined;
}

/** With `proxies` 0 returns what the site itself sees, otherwise what the outermost trusted proxy saw. */
export function originOf(asked: Asked, proxies: number): Origin {
  if (proxies === 0) return { protocol: asked.protocol, host: readHost(asked.host), address: asked.address };
  const protocol = first(asked.header('x-forwarded-proto'));
  return {
    protocol: protocol === 'http' || protocol === 'https' ? protocol : asked.protocol,
    host: readHost(first(asked.header('x-forwarded-host'))) ?? readHost(asked.host),
    address: forwardedAddress(asked.header('x-forwarded-for'), proxies) ?? asked.address,
  };
}

/**
 * Each proxy appends the address that it saw, so the reader's address is as far from the right as there are proxies.
 * What stands before it was sent by the reader, who may write anything.
 */
export function forwardedAddress(forwardedFor: string | undefined, proxies: number): string | undefined {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  return withoutPort(hops.at(-proxies) ?? hops[0] ?? '') || undefined;
}

/** Removes the port from `192.0.2.1:443` and `[2001:db8::1]:443`, which some proxies write. */
function withoutPort(hop: string): string {
  return /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function first(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim();
}

function readHost(host: string | undefined): string | undefined {
  return host !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : undefined;
}
