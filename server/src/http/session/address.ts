/**
 * Returns the address of the client: the socket's, or what trusted proxies report. An IPv4 address is not written as
 * IPv6.
 */
export function addressOf({ ip }: { ip: string }): string {
  return ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip;
}

/**
 * Returns the network of one household: an IPv4 address, or the first half of an IPv6 address, because its owner can
 * choose the other half freely.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).map(shortGroup).join(':');
}

function shortGroup(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
