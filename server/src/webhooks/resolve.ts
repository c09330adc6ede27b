import { isIP } from 'node:net';
import type { PrivateNetworks } from '../network/private-networks.ts';
import { addressIn, whyNot } from './address.ts';
import { SendFailure } from './send-failure.ts';

/** An address that was checked, and is what is connected to. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks a host's addresses up. Rejects with the system's error. */
export type Lookup = (host: string) => Promise<{ address: string }[]>;

/**
 * The addresses of a URL's host, each of them checked. One that may not be sent to refuses all of them: a name that
 * leads to a private address beside a public one is no mistake.
 *
 * @throws SendFailure that says what is wrong, and what the operator could do.
 */
export async function resolveTarget(
  url: URL,
  { lookup, allowed }: { lookup: Lookup; allowed: PrivateNetworks },
): Promise<CheckedAddress[]> {
  const literal = addressIn(url);
  const found = literal === undefined ? await lookup(url.hostname) : [{ address: literal }];
  if (found.length === 0) throw new SendFailure('The host has no address.');
  return found.map(({ address }) => {
    const why = whyNot(address, url.protocol, allowed);
    if (why === undefined) return { address, family: isIP(address) === 4 ? 4 : 6 };
    throw new SendFailure(refusals[why]);
  });
}

/** Which address it is stays untold: who may make webhooks is not to learn the names of the operator's network. */
const refusals = {
  private:
    'Nothing was sent: the host leads to an address that is not public. The operator can allow its network with ' +
    'COPYDESK_WEBHOOK_PRIVATE_NETWORKS.',
  plain: 'Nothing was sent: http is for allowed private networks alone. Use https.',
};
