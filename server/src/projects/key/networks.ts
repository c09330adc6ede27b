import { isIP } from 'node:net';
import { CopydeskError } from '@copydesk/contract';

/**
 * Checks addresses and CIDR blocks (`192.0.2.7`, `2001:db8::/32`) that an operator has given. Returns null when there
 * are none, which means any address.
 * @throws CopydeskError `invalid_request` that names each bad one.
 */
export function parseNetworks(texts: string[]): string[] | null {
  const bad = texts.filter((text) => !isNetwork(text));
  if (bad.length > 0) {
    throw new CopydeskError(
      'invalid_request',
      `Not an IP address or CIDR block: ${bad.map((text) => JSON.stringify(text)).join(', ')}. ` +
        'Write them like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.',
      {
        errors: bad.map((text) => ({
          pointer: '/allowedAddresses',
          detail: `has ${JSON.stringify(text)}, which is no IP address or CIDR block`,
        })),
      },
    );
  }
  return texts.length === 0 ? null : texts;
}

/** Whether a text is an IP address or a CIDR block. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) has a meaning on one machine only, and PostgreSQL does not support zones.
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Returns the address of a caller as PostgreSQL reads it; null when it is not an address (a Unix socket has none). */
export function callerAddress(text: string): string | null {
  const [address = ''] = text.split('%');
  return isIP(address) === 0 ? null : address;
}
