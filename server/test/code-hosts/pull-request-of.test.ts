import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostAccess, HostKind } from '../../src/code-hosts/access.ts';
import { hostModule } from '../../src/code-hosts/hosted.ts';

const commit = 'c'.repeat(40);

/** A host's answers, by path. */
const answers: Record<string, { status: number; body: unknown }> = {};
const asked: string[] = [];

const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  asked.push(path);
  const { status, body } = answers[path] ?? { status: 404, body: { message: 'Not Found' } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

let origin: string;
beforeAll(async () => {
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.close();
});

function accessTo(host: HostKind): HostAccess {
  return {
    host,
    apiUrl: origin,
    repository: 'acme/product',
    credential: { kind: 'token', token: 'a-token-of-a-test' },
    login: 'copydesk',
    draft: false,
    labels: [],
    reviewers: [],
    timeoutMilliseconds: 30_000,
    now: () => new Date(),
  };
}

const expected = {
  number: 12,
  title: 'Add --watch',
  body: 'It watches.',
  labels: ['docs-needed'],
  link: 'https://host.example/12',
  headRef: 'watch',
};

const pull = {
  number: 12,
  title: 'Add --watch',
  body: 'It watches.',
  html_url: expected.link,
  labels: [{ name: 'docs-needed' }],
};

test.each([
  [
    'github',
    `/repos/acme/product/commits/${commit}/pulls`,
    [
      { ...pull, number: 11, merged_at: null, head: { ref: 'other' } },
      { ...pull, merged_at: '2026-01-01T00:00:00Z', head: { ref: 'watch' } },
    ],
  ],
  [
    'gitea',
    `/repos/acme/product/commits/${commit}/pull`,
    { ...pull, state: 'closed', merged: true, head: { ref: 'watch' }, base: { ref: 'main' } },
  ],
  [
    'gitlab',
    `/projects/acme%2Fproduct/repository/commits/${commit}/merge_requests`,
    [
      { iid: 11, title: 'Open', state: 'opened', web_url: 'x', source_branch: 'other' },
      {
        iid: 12,
        title: 'Add --watch',
        description: 'It watches.',
        state: 'merged',
        labels: ['docs-needed'],
        web_url: expected.link,
        source_branch: 'watch',
      },
    ],
  ],
] as const)('%s returns the merged pull request of a commit', async (host, path, body) => {
  const { pullRequestOf } = await hostModule(host);
  expect(await pullRequestOf(accessTo(host), commit)).toBeUndefined();
  answers[path] = { status: 200, body };
  expect(await pullRequestOf(accessTo(host), commit)).toEqual(expected);
  answers[path] = {
    status: 200,
    body: host === 'gitea' ? { ...pull, state: 'open', merged: false, head: { ref: 'a' }, base: { ref: 'main' } } : [],
  };
  expect(await pullRequestOf(accessTo(host), commit)).toBeUndefined();
  answers[path] = { status: 401, body: { message: 'Bad credentials' } };
  await expect(pullRequestOf(accessTo(host), commit)).rejects.toMatchObject({ code: 'code_host_unauthorized' });
});
