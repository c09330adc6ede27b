import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HostAccess } from '../../src/code-hosts/access.ts';
import { hostModule } from '../../src/code-hosts/hosted.ts';
import { askingForChanges, lastRemark } from '../../src/code-hosts/merge.ts';

/** What the server answers, by method and path; each answer of a list once, the last again and again. */
let answers: Record<string, [status: number, body: unknown][]>;
let sent: unknown[];

const server = createServer((request, response) => {
  void (async () => {
    const path = new URL(request.url ?? '', 'http://host.test').pathname;
    const given = answers[`${request.method} ${path}`] ?? [];
    const [status, body] = (given.length > 1 ? given.shift() : given[0]) ?? [404, { message: 'Not Found' }];
    if (request.method !== 'GET') sent.push(await json(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  })();
});

let apiUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  apiUrl = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  answers = {};
  sent = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(host: 'github' | 'gitlab' | 'gitea') {
  const access: HostAccess = {
    host,
    apiUrl,
    repository: 'acme/docs',
    credential: { kind: 'token', token: 'a-token' },
    login: 'copydesk-bot',
    draft: false,
    labels: [],
    reviewers: [],
    timeoutMilliseconds: 10_000,
    now: () => new Date(),
  };
  return (await hostModule(host)).open(access);
}

const head = 'a'.repeat(40);
const since = new Date('2026-11-20T00:00:00Z');
const order = { number: 7, headCommit: head };
const ann = { login: 'ann', type: 'User', id: 2 };
const bot = { login: 'ci[bot]', type: 'Bot', id: 3 };
const own = 'Thanks.\n\n<!-- copydesk:effect-7 -->';

/** A review, or a comment, of GitHub: the fields of all of them. */
const written = (id: number, user: object, at: string, body: string) => ({
  id,
  user,
  body,
  created_at: at,
  updated_at: at,
  submitted_at: at,
  html_url: '',
  pull_request_url: '',
  path: 'a',
});

const note = (username: string, at: string, more: object) => ({
  id: 1,
  body: 'Hm',
  author: { username },
  created_at: at,
  ...more,
});

describe('GitHub', () => {
  const pull = '/repos/acme/docs/pulls/7';
  const found = {
    number: 7,
    html_url: 'https://github.test/acme/docs/pull/7',
    state: 'open',
    updated_at: '2026-11-20T00:00:00Z',
    title: 'Fix links',
    draft: false,
    labels: [{ name: 'copydesk:hold' }],
    mergeable: null,
    head: { ref: 'copydesk/job_1', sha: head, repo: { id: 1 } },
    base: { ref: 'main', repo: { id: 1 } },
  };

  test('reports what decides: reviews, comments on lines since the push, and the time of a person’s last comment', async () => {
    answers = {
      [`GET ${pull}`]: [[200, found]],
      [`GET ${pull}/reviews`]: [
        [
          200,
          [
            { ...written(1, ann, '2026-11-19T00:00:00Z', ''), state: 'CHANGES_REQUESTED' },
            { ...written(2, { login: 'eve' }, '2026-11-19T00:00:00Z', ''), state: 'CHANGES_REQUESTED' },
            { ...written(3, { login: 'eve' }, '2026-11-21T00:00:00Z', ''), state: 'APPROVED' },
          ],
        ],
      ],
      [`GET ${pull}/comments`]: [
        [200, [written(4, ann, '2026-11-19T00:00:00Z', 'old'), written(5, ann, '2026-11-20T05:00:00Z', 'new')]],
      ],
      'GET /repos/acme/docs/issues/7/comments': [
        [
          200,
          [
            written(6, ann, '2026-11-20T04:00:00Z', 'Nice'),
            written(7, bot, '2026-11-22T00:00:00Z', 'A preview'),
            written(8, { login: 'copydesk-bot' }, '2026-11-23T00:00:00Z', own),
          ],
        ],
      ],
    };
    expect(await (await open('github')).mergeStanding(7, since)).toEqual({
      pullRequest: expect.objectContaining({ number: 7, state: 'open', headCommit: head }),
      title: 'Fix links',
      isDraft: false,
      labels: ['copydesk:hold'],
      isMergeable: undefined,
      changesRequestedBy: ['ann'],
      openThreads: 1,
      lastCommentAt: new Date('2026-11-20T05:00:00Z'),
      isOwnMerge: false,
    });
  });

  const merge = `PUT ${pull}/merge`;
  const repository = 'GET /repos/acme/docs';

  test('merges by a method that the repository and its branch allow, at the judged head', async () => {
    answers = {
      [repository]: [[200, { id: 1, allow_merge_commit: true, allow_squash_merge: true, allow_rebase_merge: false }]],
      [merge]: [
        [405, { message: 'Merge commits are not allowed on this repository.' }],
        [200, { sha: 'b'.repeat(40), merged: true }],
      ],
    };
    expect(await (await open('github')).merge(order)).toEqual({ kind: 'merged' });
    expect(sent).toEqual([
      { sha: head, merge_method: 'merge' },
      { sha: head, merge_method: 'squash' },
    ]);
  });

  test.each([
    [409, 'Head branch was modified. Review and try the merge again.', { kind: 'moved' }],
    [
      405,
      'At least 1 approving review is required.',
      { kind: 'refused', because: expect.stringContaining('approving') },
    ],
    [403, 'Resource not accessible by integration', { kind: 'refused', because: expect.stringContaining('refuses') }],
  ])('the status %i is an answer of the host', async (status, message, outcome) => {
    answers = { [repository]: [[200, { id: 1 }]], [merge]: [[status, { message }]] };
    expect(await (await open('github')).merge(order)).toEqual(outcome);
    expect(sent).toHaveLength(1);
  });

  test('a failing host throws an error instead', async () => {
    answers = { [repository]: [[200, { id: 1 }]], [merge]: [[502, {}]] };
    await expect((await open('github')).merge(order)).rejects.toMatchObject({ code: 'code_host_unreachable' });
  });
});

describe('GitLab', () => {
  const path = '/projects/acme%2Fdocs/merge_requests/7';
  const found = {
    iid: 7,
    web_url: 'https://gitlab.test/acme/docs/-/merge_requests/7',
    state: 'opened',
    source_branch: 'copydesk/job_1',
    target_branch: 'main',
    title: 'Fix links',
    sha: head,
    labels: ['docs'],
    detailed_merge_status: 'requested_changes',
    has_conflicts: false,
  };

  test('reports what decides: unresolved threads, and the time of a person’s last comment', async () => {
    const unresolved = { resolvable: true, resolved: false };
    answers = {
      [`GET ${path}`]: [[200, found]],
      [`GET ${path}/discussions`]: [
        [
          200,
          [
            { id: 'a', notes: [note('ann', '2026-11-20T05:00:00Z', unresolved)] },
            { id: 'b', notes: [note('ann', '2026-11-20T04:00:00Z', { ...unresolved, resolved: true })] },
            { id: 'c', notes: [note('project_1_bot', '2026-11-22T05:00:00Z', unresolved)] },
            { id: 'd', notes: [note('ann', '2026-11-23T05:00:00Z', { system: true })] },
            { id: 'e', notes: [note('ann', '2026-11-23T05:00:00Z', { body: own })] },
          ],
        ],
      ],
    };
    expect(await (await open('gitlab')).mergeStanding(7, since)).toMatchObject({
      isMergeable: true,
      labels: ['docs'],
      changesRequestedBy: ['a reviewer'],
      openThreads: 1,
      lastCommentAt: new Date('2026-11-20T05:00:00Z'),
      isOwnMerge: false,
    });
  });

  test.each([
    ['checking', false, undefined],
    ['conflict', true, false],
    ['need_rebase', false, false],
    ['not_approved', false, true],
  ])('the state %s decides whether it is mergeable', async (status, conflicts, isMergeable) => {
    const one = { ...found, detailed_merge_status: status, has_conflicts: conflicts };
    answers = { [`GET ${path}`]: [[200, one]], [`GET ${path}/discussions`]: [[200, []]] };
    expect(await (await open('gitlab')).mergeStanding(7, since)).toMatchObject({ isMergeable });
  });

  test.each([
    [200, { state: 'merged' }, { kind: 'merged' }],
    [409, { message: 'SHA does not match HEAD of source branch' }, { kind: 'moved' }],
    [405, { message: '405 Method Not Allowed' }, { kind: 'refused', because: '405 Method Not Allowed' }],
    [401, { message: '401 Unauthorized' }, { kind: 'refused', because: expect.stringContaining('may not merge') }],
    [422, { message: 'Branch cannot be merged' }, { kind: 'refused', because: 'Branch cannot be merged' }],
  ])('the status %i of a merge is an answer of the host', async (status, body, outcome) => {
    answers = { [`PUT ${path}/merge`]: [[status, body]] };
    expect(await (await open('gitlab')).merge(order)).toEqual(outcome);
    expect(sent).toEqual([{ sha: head }]);
  });
});

describe('Gitea', () => {
  const pull = '/repos/acme/docs/pulls/7';
  const found = {
    number: 7,
    html_url: 'https://gitea.test/acme/docs/pulls/7',
    state: 'open',
    title: 'Fix links',
    draft: true,
    labels: [{ id: 1, name: 'copydesk:hold' }],
    mergeable: true,
    head: { label: 'copydesk/job_1', ref: 'copydesk/job_1', repo_id: 1, sha: head },
    base: { ref: 'main', repo_id: 1 },
  };

  test('reports what decides: reviews that request changes, threads, and the time of a person’s last comment', async () => {
    const given = { user: ann, body: '', updated_at: '2026-11-20T01:00:00Z', comments_count: 0 };
    answers = {
      [`GET ${pull}`]: [[200, found]],
      [`GET ${pull}/reviews`]: [
        [
          200,
          [
            { ...given, id: 1, state: 'REQUEST_CHANGES', comments_count: 2 },
            { ...given, id: 2, state: 'REQUEST_CHANGES', user: { login: 'eve' }, dismissed: true },
          ],
        ],
      ],
      [`GET ${pull}/reviews/1/comments`]: [
        [
          200,
          [
            { id: 3, body: 'Why?', user: ann, path: 'a', created_at: '2026-11-20T02:00:00Z' },
            { id: 4, body: 'Ok', user: ann, path: 'a', created_at: '2026-11-20T01:00:00Z', resolver: ann },
          ],
        ],
      ],
      'GET /repos/acme/docs/issues/7/comments': [
        [200, [{ id: 5, body: own, user: ann, created_at: '2026-11-25T01:00:00Z' }]],
      ],
    };
    expect(await (await open('gitea')).mergeStanding(7, since)).toMatchObject({
      pullRequest: { number: 7, headCommit: head },
      isDraft: true,
      labels: ['copydesk:hold'],
      isMergeable: true,
      changesRequestedBy: ['ann'],
      openThreads: 1,
      lastCommentAt: new Date('2026-11-20T02:00:00Z'),
    });
  });

  const merge = `POST ${pull}/merge`;

  test.each([
    [200, {}, { kind: 'merged' }],
    [409, { message: 'head out of date' }, { kind: 'moved' }],
    [
      405,
      { message: 'Does not have enough approvals' },
      { kind: 'refused', because: 'Does not have enough approvals' },
    ],
    [403, { message: 'User not allowed to merge PR' }, { kind: 'refused', because: 'User not allowed to merge PR' }],
  ])('the status %i of a merge is an answer of the host', async (status, body, outcome) => {
    answers = { 'GET /repos/acme/docs': [[200, { allow_merge_commits: false }]], [merge]: [[status, body]] };
    expect(await (await open('gitea')).merge(order)).toEqual(outcome);
    expect(sent).toEqual([{ Do: 'squash', head_commit_id: head }]);
  });

  test('a merge that Gitea still tests in the background is retried later', async () => {
    answers = { 'GET /repos/acme/docs': [[200, {}]], [merge]: [[405, { message: 'Please try again later' }]] };
    await expect((await open('gitea')).merge(order)).rejects.toMatchObject({ code: 'code_host_unreachable' });
  });
});

test('a later approval cancels a request for changes, but a comment does not', () => {
  const reviews = [
    { login: 'ann', state: 'CHANGES_REQUESTED' },
    { login: 'ann', state: 'COMMENTED' },
    { login: 'eve', state: 'REQUEST_CHANGES' },
    { login: 'eve', state: 'APPROVED' },
  ];
  expect(askingForChanges(reviews)).toEqual(['ann']);
});

test('a comment without a time, or by a program, is not a person’s comment', () => {
  expect(lastRemark([{ at: undefined, body: 'Hm', isBot: false }])).toBeUndefined();
  expect(lastRemark([{ at: '2026-11-20T00:00:00Z', body: 'Hm', isBot: true }])).toBeUndefined();
});
