import { expect, test } from 'vitest';
import { bitbucket } from '../../../src/code-hosts/bitbucket/bitbucket.ts';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import { refused } from '../../support/hosts/bitbucket-shown.ts';
import { bot, guest, wren } from '../../support/hosts/bitbucket-state.ts';
import { accessTo, draft, opened, token } from './support.ts';

test('opens a pull request, and finds it by its branch', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  expect(await client.find(draft.headRef)).toBeUndefined();
  const pullRequest = await client.open(draft);
  expect(pullRequest).toEqual({
    number: 1,
    link: `${host.origin}/acme/docs/pull-requests/1`,
    state: 'open',
    headRef: 'copydesk/job_1',
    baseRef: 'main',
    headCommit: draft.headCommit,
  });
  expect(await client.find(draft.headRef)).toEqual(pullRequest);
  expect(await client.read(1)).toEqual(pullRequest);
  expect(await client.read(2)).toBeUndefined();
  expect(host.state.pullRequests[0]).toMatchObject({
    title: draft.title,
    // Bitbucket shows HTML as text, comments included.
    description: `${draft.description}\n\n[//]: # (copydesk:follow-up-${draft.headCommit})`,
    draft: false,
  });
});

test('opens it as a draft, and asks the default reviewers as well as the configured ones', async () => {
  await using host = await startBitbucket({ defaultReviewers: [guest] });
  await opened(host, { draft: true, reviewers: [wren] }).open(draft);
  expect(host.state.pullRequests).toMatchObject([{ draft: true, reviewers: [guest, wren] }]);
  expect(host.state.comments).toEqual([]);
});

test('reports on the pull request which settings Bitbucket cannot apply', async () => {
  await using host = await startBitbucket();
  await opened(host, { labels: ['docs'], reviewers: ['wren', bot] }).open(draft);
  expect(host.state.pullRequests).toMatchObject([{ reviewers: [] }]);
  expect(host.state.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(
      /^Bitbucket has no labels, so `docs` .* No review was asked of `wren`: .* refused the reviewers, .*settings-not-applied\)$/s,
    ),
  ]);
});

test('turns an open pull request into a draft, and keeps its title and reviewers', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  for (const one of host.state.pullRequests) Object.assign(one, { title: 'Named by Ann', reviewers: [wren] });
  await client.update(1, { ...draft, headCommit: 'd'.repeat(40), asDraft: true });
  expect(host.state.pullRequests).toMatchObject([{ title: 'Named by Ann', reviewers: [wren], draft: true }]);
});

test('a reviewer who has left does not prevent an edit', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  const answer = refused(400, 'Bad request', { reviewers: ['Malformed reviewers list'] });
  host.faults.push({ how: { instead: answer }, times: 1, on: ({ method }) => method === 'PUT' });
  await client.open({ ...draft, title: 'Another title', description: 'x'.repeat(60_000) });
  expect(host.state.pullRequests).toMatchObject([{ title: 'Another title', reviewers: [] }]);
  expect(host.state.pullRequests[0]?.description.length).toBeLessThan(50_000);
});

test('adopts an open pull request, and updates it', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  for (const one of host.state.pullRequests) one.reviewers = [wren];
  expect(await client.open({ ...draft, title: 'Another title' })).toMatchObject({ number: 1 });
  expect(host.state.pullRequests).toMatchObject([{ title: 'Another title', reviewers: [wren] }]);
  // As if it had been opened between the look and the opening.
  host.faults.push({
    how: { instead: { status: 200, body: { values: [] } } },
    times: 1,
    on: ({ query }) => 'q' in query,
  });
  expect(await client.open({ ...draft, title: 'A third title' })).toMatchObject({ number: 1 });
  expect(host.state.pullRequests).toMatchObject([{ title: 'A third title' }]);
});

test('a pull request of a fork is not mistaken for one of the repository', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  for (const from of ['guest/docs', null]) {
    for (const one of host.state.pullRequests) one.from = from;
    expect(await client.find(draft.headRef)).toBeUndefined();
  }
});

test('comments once about a follow-up, and not on a pull request that has ended', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  const next = { ...draft, headCommit: 'e'.repeat(40), description: 'More.' };
  for (let time = 1; time <= 2; time += 1) await client.update(1, next);
  await client.update(1, { ...next, headCommit: 'f'.repeat(40), isAnswered: true });
  expect(host.state.comments.map(({ body }) => body)).toEqual([
    `More.\n\n[//]: # (copydesk:follow-up-${next.headCommit})`,
  ]);
  await host.close(1);
  await expect(client.update(1, next)).rejects.toMatchObject({ code: 'pull_request_not_open' });
});

test('an ended pull request has full commit ids, and is not opened again for the same commit', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  await client.open(draft);
  await host.merge(1);
  const merged = { number: 1, state: 'merged', headCommit: draft.headCommit, mergeCommit: draft.baseCommit };
  expect(await client.read(1)).toMatchObject(merged);
  expect(await client.open(draft)).toMatchObject(merged);
  expect(await client.open({ ...draft, headCommit: 'c'.repeat(40) })).toMatchObject({ number: 2, state: 'open' });
});

test('a lost reply does not open a second pull request', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  host.faults.push({ how: 'lost', times: 1, on: ({ method }) => method === 'POST' });
  await expect(client.open(draft)).rejects.toMatchObject({ code: 'code_host_unreachable' });
  expect(await client.open(draft)).toMatchObject({ number: 1 });
  expect(host.state.pullRequests).toHaveLength(1);
});

test('the merged pull request of a commit is found once Bitbucket has its index', async () => {
  await using host = await startBitbucket();
  await opened(host).open(draft);
  const commit = 'c'.repeat(40);
  const find = async () => await bitbucket.pullRequestOf(accessTo(host), commit);
  expect(await find()).toBeUndefined();
  host.state.indexed.set(commit, [1]);
  expect(await find()).toBeUndefined();
  await host.merge(1);
  expect(await find()).toMatchObject({ number: 1, title: draft.title, labels: [], headRef: draft.headRef });
});

test('git and the API accept either kind of token', async () => {
  await using host = await startBitbucket();
  const git = async (change: Parameters<typeof accessTo>[1]) => {
    const header = await bitbucket.gitAuthorization(accessTo(host, change));
    return Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  };
  expect(await git({})).toBe(`x-token-auth:${token}`);
  const credential = { kind: 'password', username: 'ann@example.com', password: 'api-token' } as const;
  expect(await git({ credential })).toBe('x-bitbucket-api-token-auth:api-token');
  host.state.tokens.set('api-token', { uuid: wren, scopes: ['repository', 'pullrequest'], email: 'ann@example.com' });
  expect(await opened(host, { credential }).find(draft.headRef)).toBeUndefined();
  const app = { kind: 'app', appId: '1', privateKey: 'k' } as const;
  expect(() => opened(host, { credential: app })).toThrow(/needs an access token/);
});

test('leaves merging to people, because a later push would be merged with it', async () => {
  await using host = await startBitbucket();
  const client = opened(host);
  const { number, headCommit } = await client.open(draft);
  expect(await client.mergeStanding(number, new Date())).toMatchObject({ pullRequest: { number, state: 'open' } });
  expect(await client.mergeStanding(number + 1, new Date())).toBeUndefined();
  expect(client.onlyPeopleMerge).toMatch(/a person merges/);
  expect(await client.merge({ number, headCommit })).toMatchObject({ kind: 'refused' });
  expect(host.state.pullRequests).toMatchObject([{ state: 'OPEN' }]);
});
