import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download } from '../../src/analytics/classify/download.ts';
import { github } from '../../src/code-hosts/github/github.ts';
import { gitlab } from '../../src/code-hosts/gitlab/gitlab.ts';
import { downloadTail } from '../../src/code-hosts/checks/log-download.ts';
import { openOutgoing } from '../../src/network/outgoing.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { openIdProvider } from '../../src/open-id/provider.ts';
import { readSettings } from '../../src/settings.ts';
import { getDocument } from '../../src/sitemap/get.ts';
import { openExporter } from '../../src/telemetry/exporter.ts';
import { resolveTarget } from '../../src/webhooks/resolve.ts';
import { openHouseNetwork } from '../../src/wiring/outgoing.ts';
import { ask, modelAt } from '../agent/models/providers/rig.ts';
import { githubAccess, tokenOf } from '../support/hosts/github-access.ts';
import { sourceOf, testWorkspace } from '../support/workspace.ts';

/** A service of the operator's own network, which counts who connects. */
const server = createServer((_request, response) => response.end('secret'));
let connections = 0;
let base: string;

beforeAll(async () => {
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://rebind.example:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A name server that said something else when the address was stored. */
function rebinding(allowed: string[]) {
  const variables = { COPYDESK_WEBHOOK_PRIVATE_NETWORKS: allowed.join(',') };
  return openHouseNetwork(readSettings(variables), { resolve: answering('127.0.0.1'), environment: {} });
}

function answering(...addresses: string[]) {
  return () => Promise.resolve(addresses.map((address) => ({ address })));
}

type Network = ReturnType<typeof rebinding>;
const signal = AbortSignal.timeout(30_000);
const timeouts = { timeoutMilliseconds: 5_000, now: () => new Date() };

const calls: Record<string, (network: Network) => Promise<unknown>> = {
  fetch: () => fetch(base),
  'a model': async () => await ask(await modelAt('compatible/llama3', base)),
  GitHub: () => github.open(githubAccess(base)).read(1),
  GitLab: () => gitlab.open(githubAccess(`${base}/api/v4`, { host: 'gitlab', credential: tokenOf('t') })).read(1),
  OpenID: async () => {
    const options = { issuer: base, clientId: 'c', clientSecret: 's', groupsClaim: 'groups' };
    return await openIdProvider(options, timeouts.now).begin('http://127.0.0.1/callback');
  },
  traces: async () => {
    const settings = { address: base, encoding: 'json' as const, headers: {}, serviceName: 's', resource: {} };
    const lost: (string | undefined)[] = [];
    const exporter = openExporter(settings, { closing: signal, tell: (why) => lost.push(why) });
    await new Promise<void>((resolve) => exporter.export([], () => resolve()));
    if (lost[0] !== undefined) throw new Error(lost[0]);
  },
  git: async ({ wayTo }) => {
    await using rig = await testWorkspace({ wayTo });
    return await rig.workspace.probe(sourceOf(`${base}/docs.git`));
  },
  'a sitemap': (reach) => getDocument(new URL(base), reach, { bytes: 1_000, signal }),
};

describe('a name that leads to another place by the time of the connection', () => {
  test.each(Object.keys(calls))('%s does not connect', async (kind) => {
    connections = 0;
    await expect(calls[kind]?.(rebinding([]))).rejects.toThrow(/fetch failed|cannot be asked|not public|NOT_PUBLIC/);
    expect(connections).toBe(0);
  });

  test.each(Object.keys(calls))('%s connects where the operator allows the network', async (kind) => {
    connections = 0;
    await calls[kind]?.(rebinding(['127.0.0.0/8'])).catch(() => undefined);
    expect(connections).toBeGreaterThan(0);
  });

  test('says what stands in the way, and what the operator can do', async () => {
    const remedy = /not public.*COPYDESK_WEBHOOK_PRIVATE_NETWORKS/;
    await expect(calls['git']?.(rebinding([]))).rejects.toThrow(remedy);
    await expect(calls['GitHub']?.(rebinding([]))).rejects.toThrow(remedy);
    await expect(calls['GitLab']?.(rebinding([]))).rejects.toThrow(remedy);
    await expect(calls['a model']?.(rebinding([]))).rejects.toThrow(remedy);
    await expect(resolveTarget(new URL(base), rebinding([]))).rejects.toThrow(remedy);
  });

  test('key directories, address lists and logs elsewhere are public whatever is allowed', async () => {
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
  test('is held to what was checked, or to the proxy of the operator', async () => {
    const settings = readSettings({});
    const resolve = answering('8.8.8.8', '2606:4700::1111');
    const straight = openHouseNetwork(settings, { resolve, environment: {} });
    expect(await straight.wayTo('https://docs.example/a.git')).toEqual({
      settings: { 'http.proxy': '', 'http.curloptResolve': 'docs.example:443:8.8.8.8,[2606:4700::1111]' },
      variables: {},
    });
    const proxied = openHouseNetwork(settings, { resolve, environment: { https_proxy: 'http://proxy:3128' } });
    expect(await proxied.wayTo('https://docs.example/a.git')).toEqual({
      settings: { 'http.proxy': 'http://proxy:3128' },
      variables: { NO_PROXY: '', no_proxy: '' },
    });
  });
});

test('what goes by a proxy asks the proxy alone', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => response.end(request.url));
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const environment = { https_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  openHouseNetwork(readSettings({}), { resolve: answering('127.0.0.1'), environment });
  await expect(fetch('https://docs.example/')).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['docs.example:443']);
  proxy.closeAllConnections();
  proxy.close();
});
