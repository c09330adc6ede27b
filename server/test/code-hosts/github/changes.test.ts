import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { draftOf, githubAccess } from '../../support/hosts/github-access.ts';
import type { GithubAccount, GithubRepository } from '../../support/hosts/github-state.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

const bot: GithubAccount = { login: 'lint[bot]', type: 'Bot' };

let clock: Date;
let host: GithubStandIn;
let repository: GithubRepository;

beforeEach(async () => {
  clock = new Date('2026-06-01T12:00:00Z');
  host = await startGithub(() => clock);
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  repository = host.add('acme/docs', { issues: [90] });
  repository.roles.set('copydesk-bot', 'write');
  repository.heads
    .set('copydesk/job_1', 'b'.repeat(40))
    .set('copydesk/job_2', 'c'.repeat(40))
    .set('other', 'd'.repeat(40));
});

afterEach(() => host[Symbol.asyncDispose]());

function open() {
  return github.open(githubAccess(host.apiUrl));
}

function pass(minutes: number): void {
  clock = new Date(clock.getTime() + minutes * 60_000);
}

test('all events since a time are reported, in order, and no earlier ones', async () => {
  await open().open(draftOf());
  await open().open(draftOf({ headRef: 'copydesk/job_2' }));
  await host.say(repository, { number: 1, body: 'Long ago' });
  pass(60);
  const since = clock;
  pass(1);
  await host.say(repository, { number: 90, body: 'Of an issue' });
  await host.say(repository, { number: 91, body: '@copydesk shorter' });
  pass(1);
  const remark = await host.say(repository, {
    number: 91,
    body: 'Why?',
    kind: 'review-comment',
    path: 'docs/a.md',
    line: 7,
    hunk: '@@ -4,3 +4,4 @@\n one\n two\n+three',
  });
  await host.say(repository, { number: 91, body: 'So.', kind: 'review-comment', inReplyTo: remark.id, author: bot });
  pass(1);
  await host.say(repository, { number: 91, body: '@copydesk as a whole', kind: 'review' });
  await host.say(repository, { number: 91, body: '', kind: 'review' });
  pass(1);
  await host.close(repository, 92);
  const events = await open().changesSince(since);
  expect(events).toMatchObject([
    {
      kind: 'comment',
      comment: { number: 91, author: 'ada', isBot: false, body: '@copydesk shorter', thread: null, place: null },
    },
    {
      comment: {
        id: `review-comment-${remark.id}`,
        body: 'Why?',
        thread: `review-comment-${remark.id}`,
        place: { path: 'docs/a.md', line: 7, excerpt: expect.stringContaining('+three') as string },
      },
    },
    { comment: { body: 'So.', isBot: true, thread: `review-comment-${remark.id}` } },
    { comment: { body: '@copydesk as a whole', thread: null, place: null } },
    { kind: 'ended', number: 92, state: 'closed' },
    { kind: 'pushed', branch: 'main', commit: 'a'.repeat(40) },
  ]);
  expect(new Set(events.map(keyOf)).size).toBe(events.length);
});

test('polling without changes does not use the rate limit', async () => {
  await open().open(draftOf());
  const since = clock;
  const first = await open().changesSince(since);
  const before = host.requests.length;
  pass(30);
  expect(await open().changesSince(since)).toEqual(first);
  expect(host.unchanged).toBe(host.requests.length - before);
  expect(host.unchanged).toBeGreaterThan(3);

  await host.say(repository, { number: 91, body: 'News' });
  const next = await open().changesSince(clock);
  expect(next).toMatchObject([{ comment: { body: 'News' } }, { kind: 'pushed' }]);
});

test('several pages of events are reported completely', async () => {
  await open().open(draftOf());
  const since = clock;
  for (let at = 0; at < 230; at += 1) await host.say(repository, { number: 91, body: `Remark ${at}` });
  const bodies = (await open().changesSince(since)).flatMap((event) =>
    event.kind === 'comment' ? [event.comment.body] : [],
  );
  expect(bodies).toHaveLength(230);
  expect(new Set(bodies).size).toBe(230);
});

test('a base branch that is gone is reported as gone, and branches of other pull requests are not reported', async () => {
  await open().open(draftOf());
  repository.heads.set('other-base', 'e'.repeat(40));
  await open().open(draftOf({ headRef: 'other', baseRef: 'other-base' }));
  repository.heads.delete('main');
  expect(await open().changesSince(clock)).toEqual([{ kind: 'pushed', branch: 'main', commit: null }]);
});

test('an event has the same key by webhook and by polling', async () => {
  await open().open(draftOf());
  const reported: string[] = [];
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      reported.push(...github.readWebhook({ headers, body: Buffer.concat(chunks) }, 'whsec', 'acme/docs').map(keyOf));
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  host.webhook = { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, secret: 'whsec' };
  await host.say(repository, { number: 91, body: '@copydesk one' });
  await host.say(repository, { number: 91, body: '@copydesk two', kind: 'review-comment' });
  await host.say(repository, { number: 91, body: '@copydesk three', kind: 'review' });
  await host.pushed(repository, 'main');
  await host.merge(repository, 91);
  server.close();
  const asked = (await open().changesSince(clock)).map(keyOf);
  expect(reported.toSorted()).toEqual([...asked, `pushed-main-${'a'.repeat(40)}`].toSorted());
});
