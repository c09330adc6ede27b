import { isIP, type LookupFunction } from 'node:net';
import type { PrivateNetworks } from './private-networks.ts';
import { isPublicAddress } from './public-address.ts';

/** A checked address, which is also the one to connect to. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks up the addresses of a host. Rejects with the system's error. */
export type Lookup = (host: string) => Promise<{ address: string }[]>;

/**
 * Why a host gets no request: it has no address, one that is not public, or one that would be reached without
 * encryption.
 */
type Refusal = 'none' | 'private' | 'plain';

/**
 * Returns the addresses of a URL's host, each of them checked. A single address that is not allowed refuses all: a name
 * that leads to a private address beside a public one is no accident.
 */
export async function checkAddresses(
  url: URL,
  { lookup, allowed }: { lookup: Lookup; allowed: PrivateNetworks },
): Promise<{ kind: 'allowed'; addresses: CheckedAddress[] } | { kind: 'refused'; why: Refusal }> {
  const literal = addressIn(url);
  const found = literal === undefined ? await lookup(url.hostname) : [{ address: literal }];
  const addresses: CheckedAddress[] = [];
  for (const { address } of found) {
    const why = whyNot(address, url.protocol, allowed);
    if (why !== undefined) return { kind: 'refused', why };
    addresses.push({ address, family: isIP(address) === 4 ? 4 : 6 });
  }
  return addresses.length === 0 ? { kind: 'refused', why: 'none' } : { kind: 'allowed', addresses };
}

/** Always returns the checked addresses, whatever the name resolves to by now. */
export function lookupOnly(addresses: CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

/**
 * Returns the IP address that a URL contains; undefined for a name. URL has already normalised unusual spellings such
 * as `0x7f.1`.
 */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Returns why a request to an address is not allowed: it is neither public nor allowed, or would be sent without
 * encryption.
 */
export function whyNot(address: string, protocol: string, allowed: PrivateNetworks): 'private' | 'plain' | undefined {
  if (allowed.has(address)) return undefined;
  if (!isPublicAddress(address)) return 'private';
  return protocol === 'https:' ? undefined : 'plain';
}
