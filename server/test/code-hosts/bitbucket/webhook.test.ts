import { expect, test } from 'vitest';
import { readWebhook } from '../../../src/code-hosts/bitbucket/webhook.ts';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import { wren } from '../../support/hosts/bitbucket-state.ts';
import { commentHook, endHook, hook, pushHook } from '../../support/hosts/bitbucket-webhooks.ts';
import { draft, opened } from './support.ts';

const secret = 'shared';

function read({ headers, body }: { headers: Record<string, string>; body: string }, repository = 'acme/docs') {
  return readWebhook({ headers, body: Buffer.from(body) }, secret, repository);
}

test('a comment is the same by webhook and by polling', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  const comment = host.say({
    on: 1,
    author: wren,
    body: '@copydesk shorter',
    inline: { path: 'a.md', to: null, from: 3 },
  });
  const [event] = read(await commentHook(host, comment, secret));
  expect(event).toMatchObject({
    kind: 'comment',
    comment: { author: `wren ${wren}`, place: { path: 'a.md', line: 3 } },
  });
  const polled = (await client.changesSince(new Date(0))).find(({ kind }) => kind === 'comment');
  expect(polled).toEqual(event);
});

test('a pull request that ended is reported, unless it came from a fork', async () => {
  await using host = await startBitbucket();
  await opened(host).open(draft);
  await host.merge(1);
  expect(read(await endHook(host, 1, secret))).toEqual([{ kind: 'ended', number: 1, state: 'merged' }]);
  await host.close(1);
  expect(read(await endHook(host, 1, secret))).toEqual([{ kind: 'ended', number: 1, state: 'closed' }]);
  for (const one of host.state.pullRequests) one.from = 'guest/docs';
  expect(read(await endHook(host, 1, secret))).toEqual([]);
});

test('a push reports its branch, also if that was deleted, but no tags', () => {
  const commit = 'c'.repeat(40);
  expect(read(pushHook('main', commit, secret))).toEqual([{ kind: 'pushed', branch: 'main', commit }]);
  expect(read(pushHook('old', null, secret))).toEqual([{ kind: 'pushed', branch: 'old', commit: null }]);
  const tag = { new: { type: 'tag', name: 'v1', target: { hash: commit } }, old: null };
  expect(read(hook('repo:push', { push: { changes: [tag] } }, secret))).toEqual([]);
});

test('a status reports its commit, and a repeated webhook has the same key', () => {
  const commit = 'd'.repeat(40);
  const href = `https://api.bitbucket.org/2.0/repositories/acme/docs/commit/${commit}`;
  const payload = { commit_status: { key: 'p', state: 'FAILED', links: { commit: { href } } } };
  const twice = [1, 2].map(() => read(hook('repo:commit_status_updated', payload, secret)));
  expect(twice[0]).toMatchObject([{ kind: 'checks_changed', headCommit: commit }]);
  expect(twice[0]?.map(keyOf)).toEqual(twice[1]?.map(keyOf));
});

test('a webhook of no interest, or about another repository, is ignored', () => {
  expect(read(hook('pullrequest:approved', {}, secret))).toEqual([]);
  expect(read(pushHook('main', 'c'.repeat(40), secret), 'acme/other')).toEqual([]);
});

test('a request that is unsigned or undocumented is refused', () => {
  expect(() => read(pushHook('main', 'c'.repeat(40), 'another'))).toThrow(/not signed with the secret/);
  const { headers, body } = pushHook('main', 'c'.repeat(40), secret);
  expect(() => read({ headers: { 'x-event-key': 'repo:push' }, body })).toThrow(/not signed/);
  expect(() => read({ headers, body: `${body} ` })).toThrow(/not signed/);
  expect(() => readWebhook({ headers, body: Buffer.from(body) }, '', 'acme/docs')).toThrow(/not signed/);
  expect(() => read(hook('repo:push', { push: {} }, secret))).toThrow(/not what its host documents/);
});
