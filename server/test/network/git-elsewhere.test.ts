import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorkspace } from '../support/workspace.ts';

/** A service in the operator's network. */
let connections = 0;
const inside = createServer((_request, response) => response.end('secret'));
inside.on('connection', () => (connections += 1));

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
let answer: Answer = (_request, response) => response.end();
const asked: string[] = [];
const host = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  void answer(request, response);
});

beforeAll(async () => {
  for (const server of [inside, host]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const server of [inside, host]) {
    server.closeAllConnections();
    server.close();
  }
});

const addressOf = (server: typeof host) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const commit = 'a'.repeat(40);
const line = (said: string) => `${(said.length + 4).toString(16).padStart(4, '0')}${said}`;

/** Git servers that refer to another place for objects. */
const hosts: Record<string, Answer> = {
  'files of an old repository, with alternates over HTTP': ({ url = '' }, response) => {
    if (url.includes('/info/refs')) return response.end(`${commit}\trefs/heads/main\n`);
    if (url.endsWith('/HEAD')) return response.end('ref: refs/heads/main\n');
    return response.end(`${addressOf(inside)}/objects\n`);
  },
  'packs and bundles at other addresses': async (request, response) => {
    if (request.method === 'GET') {
      const offers = [
        'version 2\n',
        'ls-refs\n',
        'fetch=shallow packfile-uris\n',
        'bundle-uri\n',
        'object-format=sha1\n',
      ];
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
      return response.end(`${line('# service=git-upload-pack\n')}0000${offers.map(line).join('')}0000`);
    }
    response.setHeader('content-type', 'application/x-git-upload-pack-result');
    const said = await text(request);
    if (said.includes('command=ls-refs')) return response.end(`${line(`${commit} refs/heads/main\n`)}0000`);
    if (said.includes('command=bundle-uri')) {
      return response.end(`${line(`bundle.one.uri=${addressOf(inside)}/one.bundle`)}0000`);
    }
    return response.end(`${line('packfile-uris\n')}${line(`${commit} ${addressOf(inside)}/one.pack\n`)}0000`);
  },
};

test.each(Object.keys(hosts))('git asks no other host that a server names: %s', async (name) => {
  answer = hosts[name] ?? answer;
  asked.length = 0;
  await using rig = await testWorkspace();
  await expect(rig.open(`${addressOf(host)}/docs.git`)).rejects.toMatchObject({ code: 'repository_unreachable' });
  expect(asked.length).toBeGreaterThan(1);
  expect(connections).toBe(0);
});
