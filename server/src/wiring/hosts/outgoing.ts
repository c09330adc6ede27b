import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { CopydeskError } from '@copydesk/contract';
import { AddressRefused } from '../../network/address-refused.ts';
import type { Lookup } from '../../network/checked-address.ts';
import { guardFetch } from '../../network/guard-fetch.ts';
import { openOutgoing, type Outgoing } from '../../network/outgoing.ts';
import { privateNetworks, type PrivateNetworks } from '../../network/private-networks.ts';
import { proxyFor, type ProxyVariables } from '../../network/proxy.ts';
import type { Settings } from '../../settings.ts';
import type { WayTo } from '../../workspace/remote.ts';

/** How this process reaches others: every connection is checked at the moment when it is made. */
export interface AppNetwork {
  wayTo: WayTo;
  lookup: Lookup;
  allowed: PrivateNetworks;
}

/** Checks every `fetch` of this process from now on, and returns what git, webhooks and sitemaps are checked with. */
export function openAppNetwork(
  settings: Settings,
  { resolve = systemLookup, environment = process.env }: { resolve?: Lookup; environment?: ProxyVariables } = {},
): AppNetwork {
  const allowed = privateNetworks(settings.privateNetworks);
  const outgoing = openOutgoing({ lookup: resolve, allowed, named: namedBy(settings) });
  guardFetch(outgoing, environment);
  return { wayTo: (url) => wayTo(new URL(url), outgoing, environment), lookup: resolve, allowed };
}

const systemLookup: Lookup = async (host) => await lookup(host, { all: true });

/** Returns the hosts that the environment itself names, such as a model in the next container. */
function namedBy({ providers, openId, telemetry }: Settings): ReadonlySet<string> {
  const addresses = [...Object.values(providers).map(({ baseUrl }) => baseUrl), openId?.issuer, telemetry?.address];
  return new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).hostname])));
}

/**
 * Restricts git to the addresses that were checked a moment ago, so that a name server cannot give a different answer
 * when git asks (`http.curloptResolve`, from git 2.37 on), or to the proxy, which resolves the name itself.
 */
async function wayTo(url: URL, outgoing: Outgoing, environment: ProxyVariables): ReturnType<WayTo> {
  const proxy = proxyFor(url, environment);
  // The way was decided here: git must not find exceptions of its own.
  if (proxy !== undefined) return { settings: { 'http.proxy': proxy }, variables: { NO_PROXY: '', no_proxy: '' } };
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const straight = { 'http.proxy': '' };
  if (isIP(host) !== 0) return { settings: straight, variables: {} };
  const addresses = await outgoing.addressesOf(host).catch((error: unknown) => {
    const why = error instanceof AddressRefused ? error.message : `the host name ${host} is not known`;
    throw new CopydeskError('repository_unreachable', `${url.href} cannot be reached: ${why}.`, { cause: error });
  });
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const list = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  return { settings: { ...straight, 'http.curloptResolve': `${host}:${port}:${list.join(',')}` }, variables: {} };
}
