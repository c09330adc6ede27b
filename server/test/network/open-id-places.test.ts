import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdProvider } from '../../src/open-id/provider.ts';

/** A provider that names another place for its tokens, and the requests to it. */
let elsewhere = '';
const provider = createServer((request, response) => {
  const issuer = `http://${request.headers.host}`;
  const said = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: elsewhere };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
});
/** A service in the operator's network. */
let connections = 0;
const inside = createServer((_request, response) => response.end('{}'));
inside.on('connection', () => (connections += 1));

beforeAll(async () => {
  for (const server of [provider, inside]) {
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of [provider, inside]) {
    server.closeAllConnections();
    server.close();
  }
});

const portOf = (server: typeof provider) => (server.address() as AddressInfo).port;

test.each(['127.0.0.2', '2130706434', 'localhost', 'localhost.', '[::ffff:127.0.0.2]'])(
  'no request goes to %s when the OpenID provider names it',
  async (host) => {
    elsewhere = `http://${host}:${portOf(inside)}/token`;
    const issuer = `http://127.0.0.1:${portOf(provider)}`;
    const options = { issuer, clientId: 'c', clientSecret: 's', groupsClaim: 'groups' };
    const openId = openIdProvider(options, () => new Date());
    const { address, expected } = await openId.begin('http://127.0.0.1/callback');
    expect(address).toContain(issuer);
    const callback = new URL(`http://127.0.0.1/callback?code=c&state=${expected.state}`);
    await expect(openId.finish(callback, expected)).rejects.toThrow('The OpenID provider cannot be reached');
    expect(connections).toBe(0);
  },
);
