import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { AddressRefused } from './address-refused.ts';
import { lookupOnly, type CheckedAddress, type Lookup } from './checked-address.ts';
import type { PrivateNetworks } from './private-networks.ts';
import { isPublicAddress } from './public-address.ts';
import { isLocalhost, isLoopback } from './this-machine.ts';

/** Where connections may go. */
export interface OutgoingRules {
  lookup: Lookup;
  /** Networks that are not public but that the operator allows. */
  allowed: PrivateNetworks;
  /** Hosts that the operator names in the environment: they may be in any network. */
  named: ReadonlySet<string>;
}

/** Resolves a host at the moment of a connection. */
export interface Outgoing {
  /**
   * Returns the addresses of a host, each of them checked. A single address that is not allowed refuses all.
   *
   * @throws AddressRefused; the system's error when the name is unknown.
   */
  addressesOf(host: string): Promise<CheckedAddress[]>;
  /** The same as a lookup function for connections: they connect to exactly the checked addresses. */
  lookup: LookupFunction;
}

/**
 * Checks a name again at the moment of the connection, because it may resolve to another address than when it was
 * stored. An IP address cannot change: it was checked when it was stored, unless an operator set it. The same holds for
 * `localhost`, which leads to this machine and nowhere else.
 */
export function openOutgoing({ lookup, allowed, named }: OutgoingRules): Outgoing {
  const mayConnect = (host: string, address: string): boolean =>
    named.has(host) || allowed.has(address) || (isLocalhost(host) ? isLoopback(address) : isPublicAddress(address));
  const addressesOf = async (given: string): Promise<CheckedAddress[]> => {
    const host = given.toLowerCase().replaceAll(/[[\]]|\.$/g, '');
    if (isIP(host) !== 0) return [toCheckedAddress(host)];
    const found = await lookup(host);
    if (!found.every(({ address }) => mayConnect(host, address))) throw new AddressRefused(host);
    return found.map(({ address }) => toCheckedAddress(address));
  };
  return {
    addressesOf,
    lookup(host, options, callback) {
      callbackify(addressesOf)(host, (error, addresses) => {
        if (error !== null) callback(error, []);
        else if (addresses.length === 0) callback(new Error(`${host} has no address`), []);
        else lookupOnly(addresses)(host, options, callback);
      });
    },
  };
}

function toCheckedAddress(address: string): CheckedAddress {
  return { address, family: isIPv4(address) ? 4 : 6 };
}
