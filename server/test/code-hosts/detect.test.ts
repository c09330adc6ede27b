import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { describeHost, detectHost } from '../../src/code-hosts/detect.ts';

const now = () => new Date();

test.each([
  ['https://github.com/acme/docs', 'github', 'https://api.github.com', 'acme/docs', 'https://github.com/acme/docs'],
  [
    'https://github.com/acme/docs.git',
    'github',
    'https://api.github.com',
    'acme/docs',
    'https://github.com/acme/docs.git',
  ],
  ['github.com/acme/docs', 'github', 'https://api.github.com', 'acme/docs', 'https://github.com/acme/docs'],
  [
    'https://github.com/acme/docs/tree/main/site?tab=1#x',
    'github',
    'https://api.github.com',
    'acme/docs',
    'https://github.com/acme/docs.git',
  ],
  [
    'https://acme.ghe.com/docs/site',
    'github',
    'https://api.acme.ghe.com',
    'docs/site',
    'https://acme.ghe.com/docs/site',
  ],
  [
    'https://gitlab.com/acme/team/docs',
    'gitlab',
    'https://gitlab.com/api/v4',
    'acme/team/docs',
    'https://gitlab.com/acme/team/docs.git',
  ],
  [
    'https://gitlab.com/acme/docs/-/tree/main',
    'gitlab',
    'https://gitlab.com/api/v4',
    'acme/docs',
    'https://gitlab.com/acme/docs.git',
  ],
  [
    'https://codeberg.org/acme/docs/',
    'forgejo',
    'https://codeberg.org/api/v1',
    'acme/docs',
    'https://codeberg.org/acme/docs',
  ],
] as const)('%s is known by its name', (address, host, apiUrl, repository, gitUrl) => {
  expect(describeHost(address, {})).toEqual({ host, apiUrl, repository, gitUrl });
});

test('a host below a path is reported with the address of its API', () => {
  const hint = { host: 'gitlab' as const, apiUrl: 'https://example.com/gitlab/api/v4/' };
  expect(describeHost('https://example.com/gitlab/acme/docs', hint)).toEqual({
    host: 'gitlab',
    apiUrl: 'https://example.com/gitlab/api/v4',
    repository: 'acme/docs',
    gitUrl: 'https://example.com/gitlab/acme/docs.git',
  });
});

type Answers = Record<string, { status?: number; json?: object; headers?: Record<string, string> }>;

async function startHost(answers: Answers, other = 404) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    const {
      status = 200,
      json,
      headers,
    } = answers[request.url ?? ''] ?? { status: other, headers: { location: '/x' } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

describe('a self-managed host is detected by its API', () => {
  const hosts: [string, Answers, string][] = [
    ['gitlab', { '/api/v4/version': { status: 401, json: { message: '401 Unauthorized' } } }, '/api/v4'],
    ['gitlab', { '/api/v4/version': { json: { version: '17.5.1', revision: 'abc' } } }, '/api/v4'],
    ['gitea', { '/api/v1/version': { json: { version: '1.22.3' } } }, '/api/v1'],
    [
      'gitea',
      { '/api/v1/version': { status: 403, json: { message: 'Only signed in user is allowed to call APIs.' } } },
      '/api/v1',
    ],
    [
      'forgejo',
      {
        '/api/v1/version': { json: { version: '9.0.1+gitea-1.22.0' } },
        '/api/forgejo/v1/version': { json: { version: '9.0.1' } },
      },
      '/api/v1',
    ],
    ['github', { '/api/v3/meta': { json: { verifiable_password_authentication: true } } }, '/api/v3'],
    ['github', { '/api/v3/meta': { status: 401, headers: { 'x-github-request-id': 'A1' } } }, '/api/v3'],
  ];
  test.each(hosts)('as %s by %j', async (host, answers, api) => {
    await using server = await startHost(answers);
    expect(await detectHost(`${server.origin}/acme/docs`, {}, now)).toMatchObject({
      host,
      apiUrl: `${server.origin}${api}`,
      repository: 'acme/docs',
    });
    expect(server.asked.every((line) => line.endsWith(' nobody'))).toBe(true);
  });

  test('but not if its kind is given', async () => {
    await using server = await startHost({});
    expect(await detectHost(`${server.origin}/acme/docs`, { host: 'gitea' }, now)).toMatchObject({ host: 'gitea' });
    expect(server.asked).toEqual([]);
  });

  test('but not if its answers are missing, ambiguous or a redirect', async () => {
    await using silent = await startHost({});
    await expect(detectHost(`${silent.origin}/acme/docs`, {}, now)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/neither as GitHub.*--host git/s),
    });
    await using both = await startHost({
      '/api/v4/version': { json: { version: '1' } },
      '/api/v1/version': { json: { version: '1' } },
    });
    await expect(detectHost(`${both.origin}/acme/docs`, {}, now)).rejects.toThrow(/gitea and as gitlab/);
    await using elsewhere = await startHost({}, 301);
    await expect(detectHost(`${elsewhere.origin}/acme/docs`, {}, now)).rejects.toThrow(/redirect/);
  });
});
