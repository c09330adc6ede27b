import { isIP } from 'node:net';
import { isThisMachine } from './this-machine.ts';

/** The proxies that the operator configures, as environment variables. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for an address; undefined for a direct connection. Of a variable in lower and upper case the
 * lower-case one wins, as in curl and git. This machine is never reached through a proxy.
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

/** An entry is a host, which includes its subdomains, with or without a port; `*` stands for everything. */
function isExcepted(url: URL, entries: string): boolean {
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isThisMachine(host)) return true;
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
