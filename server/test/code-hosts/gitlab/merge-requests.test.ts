import { expect, test } from 'vitest';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import type { GitLabStandIn } from '../../support/hosts/gitlab.ts';
import { draft, opened } from './support.ts';

const mark = `<!-- copydesk:follow-up-${draft.headCommit} -->`;

test('opens a merge request of a project in subgroups, and finds it by its branch', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  expect(await gitlab.find(draft.headRef)).toBeUndefined();
  const pullRequest = await gitlab.open(draft);
  expect(pullRequest).toEqual({
    number: 1,
    link: `${host.origin}/acme/handbook/docs/-/merge_requests/1`,
    state: 'open',
    headRef: 'copydesk/job_1',
    baseRef: 'main',
    headCommit: draft.headCommit,
  });
  expect(await gitlab.find(draft.headRef)).toEqual(pullRequest);
  expect(await gitlab.read(1)).toEqual(pullRequest);
  expect(await gitlab.read(2)).toBeUndefined();
  expect(host.requests.every(({ path }) => path.startsWith('/projects/acme%2Fhandbook%2Fdocs/'))).toBe(true);
  expect(host.state.mergeRequests[0]).toMatchObject({
    title: draft.title,
    description: `${draft.description}\n\n${mark}`,
    labels: [],
    reviewers: [],
  });
});

test('opens it as a draft with labels and reviewers, and says which reviewer GitLab does not know', async () => {
  await using host = await startGitLab();
  const settings = { draft: true, labels: ['docs', 'copydesk'], reviewers: ['wren', 'nobody'] };
  await opened(host, settings).open(draft);
  expect(host.state.mergeRequests[0]).toMatchObject({
    title: `Draft: ${draft.title}`,
    labels: ['docs', 'copydesk'],
    reviewers: [8],
  });
  expect(host.state.notes.map(({ body }) => body)).toEqual([
    expect.stringContaining('No review was asked of `nobody`: GitLab knows no account of that name.'),
  ]);
});

test('opens a draft if people must look first, whatever the settings say', async () => {
  await using host = await startGitLab();
  await opened(host).open({ ...draft, asDraft: true });
  expect(host.state.mergeRequests).toMatchObject([{ title: `Draft: ${draft.title}` }]);
});

test('turns an open merge request into a draft, once, and keeps a title that people changed', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  for (const one of host.state.mergeRequests) one.title = 'Named by Ann';
  await gitlab.update(1, { ...draft, headCommit: 'c'.repeat(40) });
  expect(host.state.mergeRequests).toMatchObject([{ title: 'Named by Ann' }]);
  const held = { ...draft, headCommit: 'd'.repeat(40), asDraft: true };
  for (let time = 1; time <= 2; time += 1) {
    await gitlab.update(1, held);
    expect(host.state.mergeRequests).toMatchObject([{ title: 'Draft: Named by Ann' }]);
  }
  // A fix is no reason to remove the mark: people may have set it, too.
  await gitlab.update(1, { ...draft, headCommit: 'e'.repeat(40) });
  expect(host.state.mergeRequests).toMatchObject([{ title: 'Draft: Named by Ann' }]);
});

test('adopts an open merge request, and updates it', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  const again = { ...draft, title: 'Another title', description: 'Another text.' };
  expect(await gitlab.open(again)).toMatchObject({ number: 1, state: 'open' });
  expect(host.state.mergeRequests).toHaveLength(1);
  expect(host.state.mergeRequests[0]).toMatchObject({ title: 'Another title' });
  expect(host.state.mergeRequests[0]?.description).toContain('Another text.');
});

test('adopts a merge request that was opened between the look-up and the opening', async () => {
  await using host = await startGitLab();
  const other = opened(host);
  // The list is empty once, as it was a moment before.
  host.faults.push({ how: { instead: { status: 200, body: [] } }, times: 1, on: ({ method }) => method === 'GET' });
  const first = other.open(draft);
  await first;
  host.faults.push({ how: { instead: { status: 200, body: [] } }, times: 1, on: ({ method }) => method === 'GET' });
  expect(await other.open({ ...draft, title: 'Second' })).toMatchObject({ number: 1 });
  expect(host.state.mergeRequests).toHaveLength(1);
  expect(host.state.mergeRequests[0]?.title).toBe('Second');
});

test('finds the opened merge request if the answer is lost or cut, and posts nothing twice', async () => {
  for (const how of ['lost', 'half'] as const) {
    await using host = await startGitLab();
    const gitlab = opened(host);
    host.faults.push({ how, times: 1, on: ({ method }) => method === 'POST' });
    await expect(gitlab.open(draft)).rejects.toMatchObject({ code: 'code_host_unreachable', retryable: true });
    const found = await gitlab.find(draft.headRef);
    expect(found).toMatchObject({ number: 1, state: 'open' });
    expect(await gitlab.update(1, draft)).toMatchObject({ number: 1 });
    expect(host.state.mergeRequests).toHaveLength(1);
    expect(host.state.notes).toEqual([]);
  }
});

test('takes the newest merge request of its own branch, not those of forks with a branch of the same name', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  await host.close(1);
  await gitlab.open({ ...draft, headCommit: 'c'.repeat(40) });
  for (let iid = 3; iid <= 240; iid += 1) addForked(host, iid);
  expect(await gitlab.find(draft.headRef)).toMatchObject({ number: 2, state: 'open' });
});

function addForked(host: GitLabStandIn, iid: number): void {
  const [own] = host.state.mergeRequests;
  if (own) host.state.mergeRequests.push({ ...own, iid, source_project_id: 1234 + iid, state: 'opened' });
}

test('returns a merge request that ended with the same commit, and opens a new one for another commit', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  await host.merge(1);
  expect(await gitlab.find(draft.headRef)).toMatchObject({ state: 'merged', headCommit: draft.headCommit });
  expect(await gitlab.open(draft)).toMatchObject({ number: 1, state: 'merged' });
  expect(await gitlab.open({ ...draft, headCommit: 'd'.repeat(40) })).toMatchObject({ number: 2, state: 'open' });
});

test('a follow-up is posted once, keeps a title and text that people edited, and is not posted after the end', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  Object.assign(host.state.mergeRequests[0] ?? {}, { title: 'What people call it', description: 'What people say.' });
  const next = { ...draft, headCommit: 'e'.repeat(40), title: 'Next', description: 'Next text.' };
  for (const _ of [1, 2, 3])
    expect(await gitlab.update(1, next)).toMatchObject({ number: 1, headCommit: next.headCommit });
  expect(host.state.notes.map(({ body }) => body)).toEqual([
    `Next text.\n\n<!-- copydesk:follow-up-${next.headCommit} -->`,
  ]);
  expect(host.state.mergeRequests[0]).toMatchObject({ title: 'What people call it', description: 'What people say.' });
  await host.close(1);
  await expect(gitlab.update(1, { ...next, headCommit: 'f'.repeat(40) })).rejects.toMatchObject({
    code: 'pull_request_not_open',
    message: 'Merge request !1 of acme/handbook/docs is closed.',
  });
  await expect(gitlab.update(7, next)).rejects.toMatchObject({ code: 'pull_request_not_open' });
  expect(host.state.notes).toHaveLength(1);
});

test('cuts titles to the length that GitLab accepts', async () => {
  await using host = await startGitLab();
  await opened(host, { draft: true }).open({ ...draft, title: 'x'.repeat(300) });
  expect(host.state.mergeRequests[0]?.title).toHaveLength(255);
});

test('a merge request that is being merged is retried later', async () => {
  await using host = await startGitLab();
  const gitlab = opened(host);
  await gitlab.open(draft);
  Object.assign(host.state.mergeRequests[0] ?? {}, { state: 'locked' });
  expect(await gitlab.find(draft.headRef)).toMatchObject({ state: 'open' });
  const wait = { code: 'pull_request_failed', retryable: true, retryAfterSeconds: 15 };
  await expect(gitlab.update(1, draft)).rejects.toMatchObject(wait);
  await expect(gitlab.open(draft)).rejects.toMatchObject(wait);
  expect(host.state.mergeRequests).toHaveLength(1);
});
