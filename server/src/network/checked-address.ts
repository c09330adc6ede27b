import { isIP, type LookupFunction } from 'node:net';
import type { PrivateNetworks } from './private-networks.ts';
import { isPublicAddress } from './public-address.ts';

/** An address that was checked, and is what is connected to. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks a host's addresses up. Rejects with the system's error. */
export type Lookup = (host: string) => Promise<{ address: string }[]>;

/** Why nothing is asked of a host: it has no address, one that is not public, or one that is reached without encryption. */
type Refusal = 'none' | 'private' | 'plain';

/**
 * The addresses of a URL's host, each of them checked. One that is not allowed refuses all of them: a name that leads to
 * a private address beside a public one is no mistake.
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

/** Answers with the checked addresses, whatever the name leads to by now. */
export function only(addresses: CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all === true || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

/** The IP address that a URL names itself; undefined for a name. URL has read odd spellings such as `0x7f.1` already. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) === 0 ? undefined : host;
}

/** Why an address may not be asked: it is not public and not allowed, or would be asked without encryption. */
export function whyNot(address: string, protocol: string, allowed: PrivateNetworks): 'private' | 'plain' | undefined {
  if (allowed.has(address)) return undefined;
  if (!isPublicAddress(address)) return 'private';
  return protocol === 'https:' ? undefined : 'plain';
}
