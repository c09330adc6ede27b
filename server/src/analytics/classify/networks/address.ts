import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns an IP address as a number of 128 bits, and IPv4 as `::ffff:a.b.c.d`, which is also how dual-stack sockets
 * report it. Undefined for what is not an address.
 */
export function addressNumber(address: string): bigint | undefined {
  if (isIPv4(address)) return mappedIPv4 | BigInt(ipv4Number(address));
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? ipv6Number(bare) : undefined;
}

/**
 * Returns the first and the last address of a block such as `192.0.2.0/24` or `2001:db8::/32`; a single address is
 * both.
 */
export function blockBounds(block: string): { first: bigint; last: bigint } | undefined {
  const [address = '', prefix] = block.split('/');
  const number = addressNumber(address);
  if (number === undefined) return undefined;
  const bits = isIPv4(address) ? 32 : 128;
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) return undefined;
  const free = (1n << BigInt(bits - Number(prefix ?? bits))) - 1n;
  return { first: number & ~free, last: number | free };
}

const mappedIPv4 = 0xff_ff_00_00_00_00n;

function ipv4Number(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function ipv6Number(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].reduce((number, group) => (number << 16n) | BigInt(group), 0n);
}

/** Parses groups of 16 bits; an IPv4 address at the end makes two. */
function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const number = ipv4Number(group);
    return [Math.floor(number / 65_536), number % 65_536];
  });
}
