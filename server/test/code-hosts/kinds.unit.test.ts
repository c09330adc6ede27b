import { readdirSync, readFileSync } from 'node:fs';
import { codeHosts } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import type { HostedName } from '../../src/code-hosts/access.ts';
import { describeHost } from '../../src/code-hosts/detect.ts';
import { hostedNames, isHosted, kinds } from '../../src/code-hosts/kinds.ts';
import { pushRemedy } from '../../src/workspace/git/host-words.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

test('the API, the list of kinds and the database allow the same kinds', () => {
  expect(Object.keys(kinds)).toEqual([...codeHosts]);
  expect(codeHosts.filter((kind) => !isHosted(kind))).toEqual(['git']);
  const [, allowed = ''] =
    /code_host_connection_host_check CHECK \(\(host = ANY \(ARRAY\[([^\]]+)\]/.exec(
      read('server/src/postgres/schema.sql'),
    ) ?? [];
  expect(
    allowed
      .replaceAll(/'|::text/g, '')
      .split(', ')
      .toSorted(),
  ).toEqual(codeHosts.toSorted());
});

describe.each(hostedNames.map((kind) => ({ kind, ...kinds[kind] })))('$name', ({ kind, name, detection, client }) => {
  test('is known by the names of its hosts', () => {
    for (const host of detection.hostNames) {
      const address = `https://${host.startsWith('.') ? `acme${host}` : host}/acme/docs`;
      expect(describeHost(address, {})).toMatchObject({ host: kind, repository: 'acme/docs' });
    }
  });

  test('has a client', async () => {
    expect(await client()).toMatchObject({ open: expect.any(Function), readWebhook: expect.any(Function) });
  });

  test.each(['docs/code-hosts.md', 'docs/tour.md', 'README.md'])('is named in %s', (document) => {
    expect(read(document)).toContain(name);
  });

  test('is mentioned in the advice for a refused push', () => {
    expect(pushRemedy).toContain(name);
  });
});

test('the steps for a new kind name files that each kind has', () => {
  const [, steps = ''] = /## A new code host\n([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? [];
  const named = [...steps.matchAll(/`(\w+\.ts)`/g)].map(([, file]) => file ?? '');
  expect(named.toSorted()).toEqual(['check.ts', 'kind.ts', 'shapes.ts', 'webhook.ts']);
  const folder = new URL('../../src/code-hosts/', import.meta.url);
  // Forgejo has the client of Gitea.
  for (const client of hostedNames.filter((kind) => kind !== 'forgejo')) {
    expect(readdirSync(new URL(`${client}/`, folder))).toEqual(expect.arrayContaining([...named, `${client}.ts`]));
  }
});

test('the headers of a webhook identify one kind of sender', () => {
  const headers: Record<HostedName, string[]> = {
    github: ['x-github-event'],
    gitlab: ['x-gitlab-event'],
    gitea: ['x-gitea-event', 'x-gogs-event', 'x-github-event'],
    forgejo: ['x-forgejo-event', 'x-gitea-event', 'x-github-event'],
    bitbucket: ['x-event-key'],
  };
  for (const sender of hostedNames) {
    const sent = Object.fromEntries(headers[sender].map((header) => [header, 'push']));
    const claimed = hostedNames.filter((kind) => kinds[kind].webhook.isSender(sent));
    expect(new Set(claimed.map((kind) => kinds[kind].client))).toEqual(new Set([kinds[sender].client]));
  }
});
