import type { Dispatcher } from 'undici';
import type { Outgoing } from './outgoing.ts';
import { proxyFor, type ProxyVariables } from './proxy.ts';

/**
 * Makes every `fetch` of this process connect only to checked addresses, for every caller: models, code hosts, the
 * OpenID provider, the collector of traces. A request through a proxy is resolved by the proxy, which decides itself.
 *
 * Node's `fetch` uses the global dispatcher with this name, which undici replaces in the same way. It is set without
 * loading undici, which takes a tenth of a second and which many commands never need.
 */
export function guardFetch(outgoing: Outgoing, environment: ProxyVariables): void {
  let loaded: Promise<Dispatcher['dispatch']> | undefined;
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    loaded ??= load(outgoing, environment);
    loaded
      .then((send) => send(options, handler))
      .catch((error: unknown) => handler.onError?.(error instanceof Error ? error : new Error(String(error))));
    return true;
  };
  const value = { dispatch };
  Object.defineProperty(globalThis, dispatcherName, { value, writable: true, enumerable: false, configurable: false });
}

const dispatcherName = Symbol.for('undici.globalDispatcher.1');

async function load({ lookup }: Outgoing, environment: ProxyVariables): Promise<Dispatcher['dispatch']> {
  const { Agent, ProxyAgent } = await import('undici');
  const direct = new Agent({ connect: { lookup } });
  const proxies = new Map<string, Dispatcher>();
  const by = (uri: string): Dispatcher => {
    const proxy = proxies.get(uri) ?? new ProxyAgent({ uri });
    proxies.set(uri, proxy);
    return proxy;
  };
  return (options, handler) => {
    const proxy = proxyFor(new URL(options.origin ?? ''), environment);
    return (proxy === undefined ? direct : by(proxy)).dispatch(options, handler);
  };
}
