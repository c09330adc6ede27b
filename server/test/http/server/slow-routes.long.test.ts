import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownIds } from '../../pages/every-page/routes.ts';
import { pathOf } from '../support/api.ts';
import { everyRoute } from '../support/endpoints.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** So few that the senders of one route would fill each room if they took places in it. */
const small = { apiRequests: 8, pageRequests: 8, collectRequests: 8, webhookRequests: 8 };
const senders = 10;

let site: TestSite;
let ids: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ services: () => ({ limits: small }) });
  ids = await knownIds(site);
});
afterAll(async () => await site[Symbol.asyncDispose]());

interface Route {
  method: string;
  path: string;
  type: string;
}

const families: Record<string, () => Route[]> = {
  'the API': () =>
    everyRoute
      .filter(([, { method }]) => method !== 'GET')
      .map(([, endpoint]) => ({
        method: endpoint.method,
        path: pathOf(endpoint, { projectId: site.docs.id, ...ids }),
        type: 'application/json',
      })),
  'the pages': () =>
    site.routes
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
      .map(({ method, url }) => ({
        method,
        path: url.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? 'nothing').replace('*', 'x'),
        type: 'application/x-www-form-urlencoded',
      })),
};

/** What is sent before the client goes silent. */
const slow: Record<string, (route: Route) => string> = {
  'heads that do not end': ({ method, path }) => `${method} ${path} HTTP/1.1\r\nHost: x\r\nX: `,
  'bodies that do not come': (route) => `${headOf(route)}Content-Length: 100\r\n\r\n{`,
  'bodies in pieces that do not come': (route) => `${headOf(route)}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
};

test.each(Object.keys(families).flatMap((family) => Object.keys(slow).map((kind) => [family, kind] as const)))(
  'on no route of %s, %s without a key block other clients',
  async (family, kind) => {
    const routes = families[family]?.() ?? [];
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const sockets = await openAll(slow[kind]?.(route) ?? '');
      const reason = `${route.method} ${route.path}`;
      // More at once than one address may have in progress, until the server sees that no data comes.
      await expect.poll(others, { timeout: 15_000, message: reason }).toEqual([200, 201, 200]);
      for (const socket of sockets) socket.destroy();
    }
  },
  120_000,
);

/** Sends another client's requests to the rooms of the API and the pages. */
async function others(): Promise<number[]> {
  const { api, docs } = site;
  const replies = await Promise.all([
    api.send('GET', `/v2/agent/${docs.id}/jobs`),
    api.send('POST', `/v2/agent/${docs.id}/job`, { body: { prompt: 'Fix broken links' } }),
    api.send('GET', '/sign-in', { key: null }),
  ]);
  return replies.map(({ status }) => status);
}

async function openAll(bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: senders }, () => connect(site.api.port, '127.0.0.1'));
  await Promise.all(sockets.map(async (socket) => await once(socket, 'connect')));
  for (const socket of sockets) socket.on('error', () => {}).write(bytes);
  return sockets;
}

function headOf({ method, path, type }: Route): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;
}
