import type { CustomFetch } from 'openid-client';
import { addressIn } from '../network/checked-address.ts';
import { isLocalhost } from '../network/outgoing.ts';

/**
 * The `fetch` that a provider is asked with. What it says of itself may name other hosts, as those of large providers do: a name is
 * checked when it is connected to. An address and `localhost` are not, and count only where the operator has named them.
 */
export function providerFetch(issuer: URL): CustomFetch {
  return async (address, { signal, ...options }) => {
    const url = new URL(address);
    const isSelfMade = addressIn(url) !== undefined || isLocalhost(url.hostname);
    if (isSelfMade && url.hostname !== issuer.hostname) {
      throw new Error(`The provider names ${url.host} as a place of its own, which is an address and no name.`);
    }
    return await fetch(url, { ...options, signal: signal ?? null });
  };
}
