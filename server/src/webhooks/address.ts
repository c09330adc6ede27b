import { CopydeskError } from '@copydesk/contract';
import { addressIn, whyNot } from '../network/checked-address.ts';
import type { PrivateNetworks } from '../network/private-networks.ts';

/**
 * Checks the address of a new webhook, without any request: its name may resolve to other addresses when something is
 * sent, so they are checked then.
 *
 * @returns the address as it is sent to.
 * @throws CopydeskError `invalid_request`.
 */
export function checkAddress(text: string, allowed: PrivateNetworks): string {
  const url = URL.parse(text);
  if (url === null) throw addressRefused('is not an address such as https://hooks.example.com/copydesk');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw addressRefused('must begin with https://');
  if (url.username !== '' || url.password !== '') {
    throw addressRefused('must hold no user and password: they would end in logs. Check the signature instead');
  }
  if (url.protocol === 'http:' && !allowed.any) throw addressRefused(withoutHttps);
  const address = addressIn(url);
  if (address !== undefined) checkLiteral(address, url.protocol, allowed);
  url.hash = '';
  return url.href;
}

const withoutHttps =
  'must begin with https://: http is only for networks that the operator names in COPYDESK_PRIVATE_NETWORKS';

function checkLiteral(address: string, protocol: string, allowed: PrivateNetworks): void {
  const why = whyNot(address, protocol, allowed);
  if (why === 'private') {
    throw addressRefused(
      'names an address that is not public. The operator can allow its network with COPYDESK_PRIVATE_NETWORKS',
    );
  }
  if (why === 'plain') throw addressRefused(withoutHttps);
}

function addressRefused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The address of a webhook ${detail}.`, {
    errors: [{ pointer: '/url', detail }],
  });
}
