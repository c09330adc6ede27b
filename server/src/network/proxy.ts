import { isIP } from 'node:net';
import { isLocalhost } from './outgoing.ts';

/** The proxies that the operator names, as the variables of the environment have them. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy by which an address is asked; undefined where it is asked straight. Of a variable in small and in large
 * letters the small one counts, as with curl and git. This machine is never asked by a proxy.
 */
export function proxyFor(url: URL, environment: ProxyVariables): string | undefined {
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'https' && scheme !== 'http') return undefined;
  const proxy = valueOf(`${scheme}_proxy`, environment) ?? valueOf('all_proxy', environment);
  if (proxy === undefined || isExcepted(url, valueOf('no_proxy', environment) ?? '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function valueOf(name: string, environment: ProxyVariables): string | undefined {
  const value = environment[name] ?? environment[name.toUpperCase()];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

/** An entry is a host with all that is below it, with a port or without; `*` stands for everything. */
function isExcepted(url: URL, entries: string): boolean {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isLocalhost(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^\*?\.?\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
      if (name === '' || (only !== undefined && only !== port)) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}
