import { expect, test } from 'vitest';
import { gitea } from '../../../src/code-hosts/gitea/gitea.ts';
import { startGitea } from '../../support/hosts/gitea.ts';
import { draft, opened, token } from './support.ts';

test('opens a pull request, and finds it by its branch', async () => {
  await using host = await startGitea();
  const client = opened(host);
  expect(await client.find(draft.headRef)).toBeUndefined();
  const pullRequest = await client.open(draft);
  expect(pullRequest).toEqual({
    number: 1,
    link: `${host.origin}/acme/docs/pulls/1`,
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
    body: `${draft.description}\n\n<!-- copydesk:follow-up-${draft.headCommit} -->`,
    labels: [],
  });
});

test('opens it as a draft with labels by number and reviewers, and reports missing ones', async () => {
  await using host = await startGitea();
  const settings = {
    draft: true,
    labels: ['docs', 'all repositories', 'unheard of'],
    reviewers: ['wren', 'nobody', 'copydesk-bot'],
  };
  await opened(host, settings).open(draft);
  expect(host.state.pullRequests[0]).toMatchObject({
    title: `WIP: ${draft.title}`,
    labels: [11, 90],
    reviewers: ['wren'],
  });
  expect(host.state.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^There is no label `unheard of` .* No review could be asked of `nobody`, `copydesk-bot`\./),
  ]);
});

test('opens a draft if people must look first, whatever the settings say', async () => {
  await using host = await startGitea();
  await opened(host).open({ ...draft, asDraft: true });
  expect(host.state.pullRequests).toMatchObject([{ title: `WIP: ${draft.title}` }]);
});

test('turns an open pull request into a draft, once, and keeps a title that people changed', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  for (const one of host.state.pullRequests) one.title = 'Named by Ann';
  await client.update(1, { ...draft, headCommit: 'c'.repeat(40) });
  expect(host.state.pullRequests).toMatchObject([{ title: 'Named by Ann' }]);
  const held = { ...draft, headCommit: 'd'.repeat(40), asDraft: true };
  for (let time = 1; time <= 2; time += 1) {
    await client.update(1, held);
    expect(host.state.pullRequests).toMatchObject([{ title: 'WIP: Named by Ann' }]);
  }
  // A fix is no reason to remove the mark: people may have set it, too.
  await client.update(1, { ...draft, headCommit: 'e'.repeat(40) });
  expect(host.state.pullRequests).toMatchObject([{ title: 'WIP: Named by Ann' }]);
});

test('adopts an open pull request, and updates it', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  expect(await client.open({ ...draft, title: 'Another title' })).toMatchObject({ number: 1 });
  // As if it had been opened between the look and the opening.
  host.faults.push({
    how: { instead: { status: 200, body: [] } },
    times: 1,
    on: ({ path }) => path.endsWith('/pulls'),
  });
  expect(await client.open({ ...draft, title: 'A third' })).toMatchObject({ number: 1 });
  expect(host.state.pullRequests).toMatchObject([{ title: 'A third' }]);
});

test('finds the opened pull request if the answer is lost or cut, and posts nothing twice', async () => {
  for (const how of ['lost', 'half'] as const) {
    await using host = await startGitea();
    const client = opened(host);
    host.faults.push({ how, times: 1, on: ({ method }) => method === 'POST' });
    await expect(client.open(draft)).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
    expect(await client.find(draft.headRef)).toMatchObject({ number: 1, state: 'open' });
    await client.update(1, draft);
    expect(host.state.pullRequests).toHaveLength(1);
    expect(host.state.comments).toEqual([]);
  }
});

test('takes the newest pull request of its own branch, among a hundred others and those of forks', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  await host.close(1);
  await client.open({ ...draft, headCommit: 'c'.repeat(40) });
  const [own] = host.state.pullRequests;
  if (!own) throw new Error('There is no pull request.');
  for (let number = 3; number <= 150; number += 1) {
    const other = number % 2 === 0 ? { headRef: `other/${number}` } : { headRepository: 4321 };
    host.state.pullRequests.push({ ...own, number, state: 'open', ...other });
  }
  expect(await client.find(draft.headRef)).toMatchObject({ number: 2, state: 'open' });
});

test('an ended pull request reports the commit it ended with, whatever was pushed to its branch since', async () => {
  let head: string | undefined = draft.headCommit;
  await using host = await startGitea({
    head: (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : head),
  });
  const client = opened(host);
  await client.open(draft);
  await host.merge(1);
  head = 'd'.repeat(40);
  const merged = { number: 1, state: 'merged', headRef: draft.headRef, headCommit: draft.headCommit };
  expect(await client.find(draft.headRef)).toMatchObject(merged);
  expect(await client.read(1)).toMatchObject(merged);
  expect(await client.open(draft)).toMatchObject(merged);
  expect(await client.open({ ...draft, headCommit: head })).toMatchObject({ number: 2, state: 'open' });
  await host.close(2);
  head = undefined;
  // The branch was deleted, and its pull requests are still found by its name.
  expect(await client.find(draft.headRef)).toMatchObject({ number: 2, state: 'closed', headCommit: 'd'.repeat(40) });
});

test('a follow-up is posted once, keeps what people edited, and is not posted after the end', async () => {
  await using host = await startGitea();
  const client = opened(host);
  await client.open(draft);
  Object.assign(host.state.pullRequests[0] ?? {}, { title: 'What people call it', body: 'What people say.' });
  const next = { ...draft, headCommit: 'e'.repeat(40), description: 'Next text.' };
  for (const _ of [1, 2, 3]) await client.update(1, next);
  expect(host.state.comments.map(({ body }) => body)).toEqual([
    `Next text.\n\n<!-- copydesk:follow-up-${next.headCommit} -->`,
  ]);
  expect(host.state.pullRequests[0]).toMatchObject({ title: 'What people call it', body: 'What people say.' });
  await host.merge(1);
  await expect(client.update(1, { ...next, headCommit: 'f'.repeat(40) })).rejects.toMatchObject({
    code: 'pull_request_not_open',
    message: 'Pull request #1 of acme/docs is merged.',
  });
});

test('reports which branch is missing if a pull request cannot be opened', async () => {
  await using host = await startGitea({
    head: (branch) => Promise.resolve(branch === 'main' ? 'b'.repeat(40) : undefined),
  });
  await expect(opened(host).open(draft)).rejects.toMatchObject({
    code: 'pull_request_failed',
    retryable: true,
    message: expect.stringContaining('has no branch "copydesk/job_1"'),
  });
});

test('git authenticates with the token as its password', async () => {
  await using host = await startGitea();
  const access = { credential: { kind: 'token', token }, login: 'wren', apiUrl: host.apiUrl } as Parameters<
    typeof gitea.gitAuthorization
  >[0];
  const header = await gitea.gitAuthorization(access);
  expect(Buffer.from(header.slice('Basic '.length), 'base64').toString()).toBe(`wren:${token}`);
});
