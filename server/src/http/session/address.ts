/**
 * The address of the client: the socket's, or what trusted proxies say. IPv4 is not told as IPv6.
 */
export function addressOf({ ip }: { ip: string }): string {
  return ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip;
}
