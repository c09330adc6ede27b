/**
 * Whether a host is this machine, so that what is sent there reaches nobody else: a loopback address, also in the
 * brackets of a URL, or a name that always resolves to one.
 */
export function isThisMachine(host: string): boolean {
  return isLocalhost(host) || isLoopback(host.replaceAll(/[[\]]/g, ''));
}

/** RFC 6761, 6.3. A trailing dot means the root: `localhost.` is the same name. */
export function isLocalhost(host: string): boolean {
  const name = host.slice(0, 300).replace(/\.+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

/** RFC 1122, 3.2.1.3, and RFC 4291, 2.5.3. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);
}
