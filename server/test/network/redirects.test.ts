import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download } from '../../src/analytics/classify/download.ts';
import { lookupOnly } from '../../src/network/checked-address.ts';
import { readSettings } from '../../src/settings.ts';
import { openAppNetwork } from '../../src/wiring/hosts/outgoing.ts';
import { certificate, key } from '../support/tls.ts';
import { outgoingCalls } from './calls.ts';

/** The requested place, and another that only a redirect names. */
const asked: string[] = [];
let elsewhere = 0;
let to = { status: 302, location: '' };
const first = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(to.status, { location: to.location }).end();
});
const second = createServer((_request, response) => response.end('secret'));
second.on('connection', () => (elsewhere += 1));

beforeAll(async () => {
  for (const server of [first, second, secure]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of [first, second, secure]) {
    server.closeAllConnections();
    server.close();
  }
});

const resolve = () => Promise.resolve([{ address: '127.0.0.1' }]);
/** What may only be fetched over https, at the name of the first place. */
const secure = createSecureServer({ key, cert: certificate }, (request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(to.status, { location: to.location }).end();
});
const portOf = (server: Server | SecureServer) => (server.address() as AddressInfo).port;
const kinds = Object.keys(outgoingCalls('http://first.example'));
const targets = {
  'a private address': () => `http://127.0.0.1:${portOf(second)}/latest/meta-data/`,
  'another host, with what let in at the first': () => `http://second.example:${portOf(second)}/`,
  'another host, without its scheme': () => `//second.example:${portOf(second)}/`,
  'a file of this machine': () => 'file:///etc/passwd',
  'its own beginning': () => '/',
};

test.each(kinds)('%s follows no redirect to an unchecked host, and no endless redirects', async (kind) => {
  const settings = readSettings({ COPYDESK_PRIVATE_NETWORKS: '127.0.0.0/8' });
  const network = openAppNetwork(settings, { resolve, environment: {} });
  for (const status of [301, 302, 303, 307, 308]) {
    for (const [name, target] of Object.entries(targets)) {
      to = { status, location: target() };
      asked.length = 0;
      const call = outgoingCalls(`http://first.example:${portOf(first)}`)[kind];
      await Promise.resolve(call?.(network)).catch(() => undefined);
      expect({ status, name, elsewhere }).toEqual({ status, name, elsewhere: 0 });
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.length).toBeLessThan(10);
    }
  }
});

test('key directories and address ranges follow no redirect', async () => {
  const url = new URL(`https://files.example:${portOf(secure)}/keys`);
  const lookup = lookupOnly([{ address: '127.0.0.1', family: 4 }]);
  const limits = { maximumBytes: 1_000, timeoutMilliseconds: 30_000, connection: { lookup, ca: certificate } };
  const beyond = { 'the same over http': () => `http://files.example:${portOf(second)}/keys` };
  for (const status of [301, 302, 303, 307, 308]) {
    for (const [name, target] of Object.entries({ ...targets, ...beyond })) {
      to = { status, location: target() };
      asked.length = 0;
      await expect(download(url, limits), `${status} to ${name}`).rejects.toThrow(`answered ${status}`);
      expect({ status, name, asked, elsewhere }).toEqual({ status, name, asked: ['/keys'], elsewhere: 0 });
    }
  }
});
