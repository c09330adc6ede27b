import { isIP } from 'node:net';
import { CopydeskError } from '@copydesk/contract';
import type { PrivateNetworks } from '../network/private-networks.ts';
import { isPublicAddress } from '../network/public-address.ts';

/**
 * Checks the address of a new webhook as far as it can be without asking anybody: a name may lead elsewhere by the time
 * that something is sent, so where it leads is checked then.
 *
 * @returns the address as it is sent to.
 * @throws CopydeskError `invalid_request`.
 */
export function checkAddress(text: string, allowed: PrivateNetworks): string {
  const url = URL.parse(text);
  if (url === null) throw refused('is not an address such as https://hooks.example.com/copydesk');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('must begin with https://');
  if (url.username !== '' || url.password !== '') {
    throw refused('must hold no user and password: they would end in logs. Check the signature instead');
  }
  if (url.protocol === 'http:' && !allowed.any) throw refused(withoutHttps);
  const address = addressIn(url);
  if (address !== undefined) checkLiteral(address, url.protocol, allowed);
  url.hash = '';
  return url.href;
}

/** The IP address that a URL names itself; undefined for a name. URL has read odd spellings such as `0x7f.1` already. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) === 0 ? undefined : host;
}

const withoutHttps =
  'must begin with https://: http is for networks that the operator names in COPYDESK_WEBHOOK_PRIVATE_NETWORKS alone';

function checkLiteral(address: string, protocol: string, allowed: PrivateNetworks): void {
  const why = whyNot(address, protocol, allowed);
  if (why === 'private') {
    throw refused(
      'names an address that is not public. The operator can allow its network with COPYDESK_WEBHOOK_PRIVATE_NETWORKS',
    );
  }
  if (why === 'plain') throw refused(withoutHttps);
}

/** Why an address may not be sent to: it is not public and not allowed, or would be sent to without encryption. */
export function whyNot(address: string, protocol: string, allowed: PrivateNetworks): 'private' | 'plain' | undefined {
  if (allowed.has(address)) return undefined;
  if (!isPublicAddress(address)) return 'private';
  return protocol === 'https:' ? undefined : 'plain';
}

function refused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The address of a webhook ${detail}.`, {
    errors: [{ pointer: '/url', detail }],
  });
}
