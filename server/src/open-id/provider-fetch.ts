import type { CustomFetch } from 'openid-client';
import { addressIn } from '../network/checked-address.ts';
import { isLocalhost } from '../network/this-machine.ts';

/**
 * Returns the `fetch` that calls a provider. The provider's metadata may name other hosts, as large providers do. A
 * host name is checked when it is connected to. IP addresses and `localhost` are not, so they are allowed only for the
 * host that the operator has configured.
 */
export function providerFetch(issuer: URL): CustomFetch {
  return async (address, { signal, ...options }) => {
    const url = new URL(address);
    const isSelfMade = addressIn(url) !== undefined || isLocalhost(url.hostname);
    if (isSelfMade && url.hostname !== issuer.hostname) {
      throw new Error(`The provider names ${url.host} as one of its hosts, which is an IP address, not a host name.`);
    }
    return await fetch(url, { ...options, signal: signal ?? null });
  };
}
