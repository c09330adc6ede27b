import { expect, test } from 'vitest';
import type { HostedCodeHost } from '../../../src/code-hosts/code-host.ts';
import { readWebhook } from '../../../src/code-hosts/gitea/webhook.ts';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import { startGitea } from '../../support/hosts/gitea.ts';
import { commentHook, reviewHook } from '../../support/hosts/gitea-webhooks.ts';
import { draft, opened } from './support.ts';

test('comments once however often it is called, even if the answer was lost', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  host.say({ on: 1, author: 'wren', body: 'Ha. <!-- copydesk:answer-1 -->' });
  const comment = { number: 1, body: 'Done.', mark: 'answer-1' };
  host.faults.push({ how: 'lost', times: 1, on: ({ method }) => method === 'POST' });
  await expect(client.comment(comment)).rejects.toMatchObject({ code: 'code_host_unreachable' });
  for (const _ of [1, 2]) await client.comment(comment);
  expect(host.state.comments.filter(({ author }) => author === 'copydesk-bot').map(({ body }) => body)).toEqual([
    'Done.\n\n<!-- copydesk:answer-1 -->',
  ]);
});

test('write access is read from the permissions, or from the list if the account is not an administrator', async () => {
  await using host = await startGitea();
  for (const own of ['write', 'admin'] as const) {
    Object.assign(host.state.users[0] ?? {}, { permission: own });
    const client = opened(host);
    expect(await client.mayWrite('wren')).toBe(true);
    expect(await client.mayWrite('guest')).toBe(false);
    expect(await client.mayWrite('nobody')).toBe(false);
  }
  expect(host.requests.filter(({ path }) => path.endsWith('/assignees'))).toHaveLength(3);
});

test('reports events since a time, oldest first, and the commits of base branches', async () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  await using host = await startGitea({ now: () => new Date(clock) });
  const client = opened(host);
  await client.open(draft);
  host.say({ on: 1, author: 'wren', body: 'Long ago.' });
  await host.review({ on: 1, author: 'wren', body: 'A review of long ago.' });
  clock += 3_600_000;
  const since = new Date(clock);
  const comment = host.say({ on: 1, author: 'wren', body: '@copydesk shorter' });
  host.say({ on: 77, author: 'wren', body: 'On an issue.' });
  clock += 1000;
  const diffHunk = '@@ -1,2 +1,3 @@\n # Title\n+One.\n+Two.';
  const review = await host.review({
    on: 1,
    author: 'wren',
    body: '@copydesk see below',
    lines: [{ path: 'docs/a.md', position: 3, diffHunk, body: '@copydesk one word' }],
  });
  host.state.reviews.push({ ...review, id: 999, state: 'PENDING' });
  await client.open({ ...draft, headRef: 'copydesk/job_2' });
  clock += 1000;
  await host.merge(2);
  const events = await client.changesSince(since);
  expect(events.map((event) => (event.kind === 'comment' ? event.comment : event))).toEqual([
    expect.objectContaining({
      id: `issue-comment-${comment.id}`,
      number: 1,
      author: 'wren',
      isBot: false,
      thread: null,
    }),
    expect.objectContaining({ body: '@copydesk see below', review: expect.stringMatching(/^review-/), place: null }),
    expect.objectContaining({
      id: `issue-comment-${review.lines[0]?.id}`,
      body: '@copydesk one word',
      review: expect.stringMatching(/^review-/),
      place: { path: 'docs/a.md', line: 3, excerpt: '# Title\nOne.\nTwo.' },
    }),
    { kind: 'ended', number: 2, state: 'merged' },
    { kind: 'pushed', branch: 'main', commit: 'b'.repeat(40) },
  ]);
});

test('a review has the same key by webhook and by polling', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  const review = await host.review({ on: 1, author: 'wren', body: '@copydesk again' });
  const { headers, body } = reviewHook(host, review, 'secret');
  const [reported, look] = readWebhook({ headers, body: Buffer.from(body) }, 'secret', 'acme/docs');
  const [found] = await client.changesSince(new Date(0));
  expect(reported && keyOf(reported)).toMatch(/^review-[\da-f]{20}$/);
  expect(found && keyOf(found)).toBe(reported && keyOf(reported));
  expect(look).toMatchObject({ kind: 'look', number: 1 });
});

const line = { path: 'docs/a.md', position: 1, diffHunk: '@@ -1 +1 @@\n+One.' };

test('a review is new when it is submitted, however long it was a draft, and its lines are in order', async () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  await using host = await startGitea({ now: () => new Date(clock) });
  const client = opened(host);
  await client.open(draft);
  const begunAt = new Date(clock);
  clock += 3_600_000;
  const lines = ['first', 'second', 'third'].map((body) => ({ ...line, body }));
  await host.review({ on: 1, author: 'wren', body: 'whole', begunAt, lines });
  expect(await commentsSince(client, new Date(clock))).toEqual(['whole', 'first', 'second', 'third']);
});

test('line comments belong to their review, with or without a webhook; later replies do not', async () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  await using host = await startGitea({ now: () => new Date(clock) });
  const client = opened(host);
  await client.open(draft);
  const review = await host.review({
    on: 1,
    author: 'wren',
    body: '@copydesk do',
    lines: [{ ...line, body: 'first' }],
  });
  clock += 60_000;
  host.reply(review, { author: 'wren', body: 'Never mind.' });
  const { headers, body } = reviewHook(host, review, 'secret');
  const reported = readWebhook({ headers, body: Buffer.from(body) }, 'secret', 'acme/docs');
  const found = await client.changesSince(new Date(0));
  const parts = [...reported, ...found].flatMap((event) => (event.kind === 'comment' ? [event.comment] : []));
  const name = parts[0]?.id;
  expect(parts.map(({ body: said, review: of }) => [said, of])).toEqual([
    ['@copydesk do', name],
    ['@copydesk do', name],
    ['first', name],
    ['Never mind.', undefined],
  ]);
});

test('a reply in an old thread is new, and has the same key by webhook and by polling', async () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  await using host = await startGitea({ now: () => new Date(clock) });
  const client = opened(host);
  await client.open(draft);
  const review = await host.review({ on: 1, author: 'wren', body: 'whole', lines: [{ ...line, body: 'first' }] });
  clock += 3_600_000;
  const { id, author, body, createdAt } = host.reply(review, { author: 'wren', body: '@copydesk and here' });
  expect(await commentsSince(client, new Date(clock))).toEqual(['@copydesk and here']);
  const [found] = await client.changesSince(new Date(clock));
  // A webhook reports it as a comment of the pull request (services/pull/review.go of Gitea).
  const hook = commentHook(host, { id, issue: 1, author, body, createdAt }, 'secret');
  const [reported] = readWebhook({ headers: hook.headers, body: Buffer.from(hook.body) }, 'secret', 'acme/docs');
  expect(found && keyOf(found)).toBe(reported && keyOf(reported));
});

async function commentsSince(client: HostedCodeHost, since: Date): Promise<string[]> {
  const events = await client.changesSince(since);
  return events.flatMap((event) => (event.kind === 'comment' ? [event.comment.body] : []));
}

test('reads all pages of changes', async () => {
  await using host = await startGitea();
  const client = opened(host);
  for (let job = 1; job <= 60; job += 1) await client.open({ ...draft, headRef: `copydesk/job_${job}` });
  for (let job = 1; job <= 60; job += 1) await host.close(job);
  for (let count = 0; count < 120; count += 1) host.say({ on: 1, author: 'wren', body: 'More.' });
  const events = await client.changesSince(new Date(0));
  expect(events.filter(({ kind }) => kind === 'ended')).toHaveLength(60);
  expect(events.filter(({ kind }) => kind === 'comment')).toHaveLength(120);
});
