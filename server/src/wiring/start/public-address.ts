import { CopydeskError } from '@copydesk/contract';
import { notPublic } from '../../network/address-refused.ts';
import { addressIn, whyNot } from '../../network/checked-address.ts';
import type { Lookup } from '../../network/checked-address.ts';
import type { PrivateNetworks } from '../../network/private-networks.ts';

/** What checks addresses that come over HTTP, and which networks are allowed although they are not public. */
export interface AddressGuard {
  allowed: PrivateNetworks;
  lookup: Lookup;
}

/**
 * Prevents that a person who may change settings reaches into the operator's network with them. The error does not name
 * the address.
 *
 * @param pointer where the address was.
 * @throws CopydeskError `invalid_request`, `code_host_unreachable`.
 */
export async function requirePublic(
  address: string,
  { allowed, lookup }: AddressGuard,
  pointer: string,
): Promise<void> {
  const url = new URL(address);
  const literal = addressIn(url);
  const found = literal === undefined ? await addressesOf(url.hostname, lookup) : [{ address: literal }];
  for (const { address: one } of found) {
    const why = whyNot(one, url.protocol, allowed);
    if (why === 'plain') throw invalidAt(pointer, 'must begin with https://');
    if (why === 'private') throw invalidAt(pointer, notPublic);
  }
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<{ address: string }[]> {
  const found = await lookup(hostname).catch(() => []);
  if (found.length > 0) return found;
  throw new CopydeskError('code_host_unreachable', `The host ${hostname} is not known. Check its name.`);
}

/** The error for a wrong field of a body. */
export function invalidAt(pointer: string, detail: string): CopydeskError {
  const what = /^\/[a-z]+$/.test(pointer) ? pointer.slice(1) : `field ${pointer}`;
  return new CopydeskError('invalid_request', `The ${what} ${detail}.`, { errors: [{ pointer, detail }] });
}
