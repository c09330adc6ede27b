import { checkAddresses, type CheckedAddress, type Lookup } from '../network/checked-address.ts';
import type { PrivateNetworks } from '../network/private-networks.ts';
import { SendFailure } from './send-failure.ts';

/**
 * Returns the addresses of a URL's host, each of them checked.
 *
 * @throws SendFailure that says what is wrong, and what the operator could do.
 */
export async function resolveTarget(
  url: URL,
  { lookup, allowed }: { lookup: Lookup; allowed: PrivateNetworks },
): Promise<CheckedAddress[]> {
  const checked = await checkAddresses(url, { lookup, allowed });
  if (checked.kind === 'allowed') return checked.addresses;
  throw new SendFailure(refusals[checked.why]);
}

/**
 * The messages do not contain the address: people who may create webhooks must not learn about the operator's network.
 */
const refusals = {
  none: 'The host has no address.',
  private:
    'Nothing was sent: the host leads to an address that is not public. The operator can allow its network with ' +
    'COPYDESK_PRIVATE_NETWORKS.',
  plain: 'Nothing was sent: http is only for allowed private networks. Use https.',
};
