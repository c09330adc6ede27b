import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download } from '../../src/analytics/classify/download.ts';
import { downloadTail } from '../../src/code-hosts/checks/log-download.ts';
import { openOutgoing } from '../../src/network/outgoing.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { readSettings } from '../../src/settings.ts';
import { resolveTarget } from '../../src/webhooks/resolve.ts';
import { openAppNetwork, type AppNetwork } from '../../src/wiring/hosts/outgoing.ts';
import { outgoingCalls } from './calls.ts';

/** A service in the operator's network, which counts connections. */
const server = createServer((_request, response) => response.end('secret'));
let connections = 0;
/** The places that connections were made to. */
const places = new Set<string | undefined>();
let base: string;

beforeAll(async () => {
  server.on('connection', ({ localAddress }) => {
    connections += 1;
    places.add(localAddress);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  base = `http://rebind.example:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Stands for a name server that gave another answer when the address was stored. */
function rebinding(allowed: string[]) {
  const variables = { COPYDESK_PRIVATE_NETWORKS: allowed.join(',') };
  return openAppNetwork(readSettings(variables), { resolve: answering('127.0.0.1'), environment: {} });
}

function answering(...addresses: string[]) {
  return () => Promise.resolve(addresses.map((address) => ({ address })));
}

const timeouts = { timeoutMilliseconds: 5_000, now: () => new Date() };
const kinds = ['fetch', ...Object.keys(outgoingCalls('http://rebind.example'))];

async function call(kind: string, network: AppNetwork): Promise<unknown> {
  return await (kind === 'fetch' ? fetch(base) : outgoingCalls(base)[kind]?.(network));
}

describe('a name that leads to another place by the time of the connection', () => {
  test.each(kinds)('%s does not connect', async (kind) => {
    connections = 0;
    await expect(call(kind, rebinding([]))).rejects.toThrow(/fetch failed|cannot be reached|not public|NOT_PUBLIC/);
    expect(connections).toBe(0);
  });

  test.each(kinds)('%s connects where the operator allows the network', async (kind) => {
    connections = 0;
    await call(kind, rebinding(['127.0.0.0/8'])).catch(() => undefined);
    expect(connections).toBeGreaterThan(0);
  });

  test.each(kinds)('%s asks only the first address, even if the second lookup returns another one', async (kind) => {
    places.clear();
    let asked = 0;
    const resolve = async () => [{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2' }];
    const settings = readSettings({ COPYDESK_PRIVATE_NETWORKS: '127.0.0.1' });
    const network = openAppNetwork(settings, { resolve, environment: {} });
    await call(kind, network).catch(() => undefined);
    expect([...places]).toEqual(['127.0.0.1']);
    await expect(call(kind, network)).rejects.toThrow(/fetch failed|cannot be reached|not public|NOT_PUBLIC/);
    expect([...places]).toEqual(['127.0.0.1']);
  });

  test('the error names the obstacle and the setting that the operator can change', async () => {
    const remedy = /not public.*COPYDESK_PRIVATE_NETWORKS/;
    await expect(call('git', rebinding([]))).rejects.toThrow(remedy);
    await expect(call('GitHub', rebinding([]))).rejects.toThrow(remedy);
    await expect(call('GitLab', rebinding([]))).rejects.toThrow(remedy);
    await expect(call('a model', rebinding([]))).rejects.toThrow(remedy);
    await expect(resolveTarget(new URL(base), rebinding([]))).rejects.toThrow(remedy);
  });

  test('key directories, address lists and logs at other hosts must be public, whatever the operator allows', async () => {
    connections = 0;
    const { lookup, allowed } = rebinding(['127.0.0.0/8']);
    const outgoing = openOutgoing({ lookup, allowed: privateNetworks([]), named: new Set() });
    expect(allowed.any).toBe(true);
    const limits = { maximumBytes: 1_000, ...timeouts };
    const connection = { lookup: outgoing.lookup, ca: '' };
    const secure = new URL(base.replace('http:', 'https:'));
    await expect(download(secure, { ...limits, connection })).rejects.toThrow('not public');
    expect(await downloadTail(`${secure.href}log`, { apiUrl: 'https://api.example', ...timeouts }, 100)).toBe(
      undefined,
    );
    expect(connections).toBe(0);
  });
});

describe('git', () => {
  test('connects only to the checked addresses, or to the proxy of the operator', async () => {
    const settings = readSettings({});
    const resolve = answering('8.8.8.8', '2606:4700::1111');
    const straight = openAppNetwork(settings, { resolve, environment: {} });
    expect(await straight.wayTo('https://docs.example/a.git')).toEqual({
      settings: { 'http.proxy': '', 'http.curloptResolve': 'docs.example:443:8.8.8.8,[2606:4700::1111]' },
      variables: {},
    });
    const proxied = openAppNetwork(settings, { resolve, environment: { https_proxy: 'http://proxy:3128' } });
    expect(await proxied.wayTo('https://docs.example/a.git')).toEqual({
      settings: { 'http.proxy': 'http://proxy:3128' },
      variables: { NO_PROXY: '', no_proxy: '' },
    });
  });
});

test('a request through a proxy asks only the proxy', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => response.end(request.url));
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const environment = { https_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  openAppNetwork(readSettings({}), { resolve: answering('127.0.0.1'), environment });
  await expect(fetch('https://docs.example/')).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['docs.example:443']);
  proxy.closeAllConnections();
  proxy.close();
});
