import { createHmac } from 'node:crypto';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { HostEvent } from '../../../src/code-hosts/host-event.ts';
import { HostEvent as HostEventShape, keyOf } from '../../../src/code-hosts/host-event.ts';
import { readGithubWebhook } from '../../../src/code-hosts/github/webhook.ts';

const secret = 'whsec_of_the_project';
/** The repository of the examples. */
const repository = 'codertocat/hello-world';

/** Payloads as GitHub sent them, collected by others. */
const Examples = z.array(
  z.object({ name: z.string(), examples: z.array(z.looseObject({ action: z.string().optional() })) }),
);

function sent(event: string, payload: object | string, headers: Record<string, string> = {}) {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return { headers: { 'x-github-event': event, 'x-hub-signature-256': signature, ...headers }, body };
}

function exampleOf(name: string, action?: string): object {
  const found = Examples.parse(examples)
    .find((one) => one.name === name)
    ?.examples.find((one) => action === undefined || one.action === action);
  if (found === undefined) throw new Error(`There is no example of ${name} ${action}.`);
  return found;
}

function read(name: string, action?: string): HostEvent[] {
  return readGithubWebhook(sent(name, exampleOf(name, action)), secret, repository);
}

test('a closed or merged pull request is reported', () => {
  expect(read('pull_request', 'closed')).toEqual([{ kind: 'ended', number: 2, state: 'closed' }]);
  const merged = { action: 'closed', pull_request: { number: 3, merged_at: '2026-01-01T00:00:00Z' } };
  expect(readGithubWebhook(sent('pull_request', merged), secret, repository)).toEqual([
    { kind: 'ended', number: 3, state: 'merged' },
  ]);
});

test('comments and reviews are reported with their place and thread', () => {
  expect(read('pull_request_review_comment', 'created')).toMatchObject([
    {
      kind: 'comment',
      comment: { number: 2, author: 'Codertocat', isBot: false, place: { path: 'README.md', line: null } },
    },
  ]);
  expect(read('pull_request_review_comment', 'created')).toMatchObject([
    { comment: { review: expect.stringMatching(/^review-\d+$/) } },
  ]);
  const on = { number: 4, pull_request: { url: 'https://api.github.com/repos/acme/docs/pulls/4' } };
  const comment = {
    id: 8,
    body: 'Shorter',
    html_url: 'https://github.com/acme/docs/pull/4#issuecomment-8',
    user: { login: 'dependabot[bot]', type: 'Bot' },
  };
  expect(
    readGithubWebhook(sent('issue_comment', { action: 'created', issue: on, comment }), secret, repository),
  ).toEqual([
    {
      kind: 'comment',
      comment: {
        id: 'issue-comment-8',
        number: 4,
        author: 'dependabot[bot]',
        isBot: true,
        body: 'Shorter',
        link: comment.html_url,
        thread: null,
        place: null,
      },
    },
  ]);
  const review = { ...comment, body: 'Well done', state: 'approved' };
  expect(
    readGithubWebhook(
      sent('pull_request_review', { action: 'submitted', review, pull_request: { number: 4 } }),
      secret,
      repository,
    ),
  ).toMatchObject([{ comment: { id: 'review-8', review: 'review-8', body: 'Well done' } }]);
});

test.each([
  ['a comment of an issue', 'issue_comment', 'created'],
  ['an edited comment', 'issue_comment', 'edited'],
  ['a deleted comment', 'issue_comment', 'deleted'],
  ['an opened pull request', 'pull_request', 'opened'],
  ['a label', 'pull_request', 'labeled'],
  ['a review without words', 'pull_request_review', 'submitted'],
  ['a dismissed review', 'pull_request_review', 'dismissed'],
  ['a deleted remark', 'pull_request_review_comment', 'deleted'],
  ['a ping', 'ping', undefined],
  ['a star', 'star', 'created'],
])('%s is not reported', (_, name, action) => {
  expect(read(name, action)).toEqual([]);
});

test('a push is reported by its branch; a tag is not', () => {
  const push = { ref: 'refs/heads/docs/next', after: 'a'.repeat(40) };
  expect(readGithubWebhook(sent('push', push), secret, repository)).toEqual([
    { kind: 'pushed', branch: 'docs/next', commit: 'a'.repeat(40) },
  ]);
  const gone = { ref: 'refs/heads/old', after: '0'.repeat(40) };
  expect(readGithubWebhook(sent('push', gone), secret, repository)).toEqual([
    { kind: 'pushed', branch: 'old', commit: null },
  ]);
  expect(readGithubWebhook(sent('push', { ref: 'refs/tags/v1', after: 'a'.repeat(40) }), secret, repository)).toEqual(
    [],
  );
});

test.each([
  ['check_run', 'created', 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'],
  ['check_run', 'completed', 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'],
  ['check_suite', 'completed', 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'],
  ['status', undefined, '6113728f27ae82c7b1a177c8d03f9e96e0adf246'],
  ['deployment_status', 'created', 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e'],
])('%s %s reports that the checks of its commit have changed', (name, action, headCommit) => {
  expect(read(name, action)).toEqual([{ kind: 'checks_changed', headCommit, at: expect.any(String) as string }]);
});

test('a run of a workflow reports its commit', () => {
  const run = { action: 'completed', workflow_run: { head_sha: 'b'.repeat(40), head_branch: 'copydesk/job_1' } };
  expect(readGithubWebhook(sent('workflow_run', run), secret, repository)).toMatchObject([
    { kind: 'checks_changed', headCommit: 'b'.repeat(40) },
  ]);
});

test('a later change of the same commit has a new key, and a repeated webhook has the same one', () => {
  const keys = ['created', 'completed', 'completed'].flatMap((action) => read('check_run', action).map(keyOf));
  expect(new Set(keys).size).toBe(2);
});

test('an invalid commit id is rejected', () => {
  const status = { sha: '../main', state: 'success' };
  expect(() => readGithubWebhook(sent('status', status), secret, repository)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('each example of GitHub is read without an error', () => {
  let reported = 0;
  for (const { name, examples: payloads } of Examples.parse(examples)) {
    for (const payload of payloads) {
      for (const event of readGithubWebhook(sent(name, payload), secret, repository))
        reported += HostEventShape.parse(event) === undefined ? 0 : 1;
    }
  }
  expect(reported).toBeGreaterThan(5);
});

test('a form that contains the JSON is read like the JSON', () => {
  const form = `payload=${encodeURIComponent(JSON.stringify(exampleOf('pull_request', 'closed')))}`;
  const webhook = sent('pull_request', form, { 'content-type': 'application/x-www-form-urlencoded' });
  expect(readGithubWebhook(webhook, secret, repository)).toEqual([{ kind: 'ended', number: 2, state: 'closed' }]);
});

test.each([
  ['no signature', { 'x-hub-signature-256': '' }],
  ['another signature', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
  ['one of another length', { 'x-hub-signature-256': 'sha256=00' }],
  ['one by the old hash alone', { 'x-hub-signature-256': '', 'x-hub-signature': `sha1=${'0'.repeat(40)}` }],
])('a webhook with %s is refused before it is read', (_, headers) => {
  const webhook = sent('push', 'this is no JSON', headers);
  expect(() => readGithubWebhook(webhook, secret, repository)).toThrow(
    expect.objectContaining({ code: 'invalid_signature' }),
  );
});

test('an empty secret accepts nothing', () => {
  const body = Buffer.from('{}');
  const signature = `sha256=${createHmac('sha256', '').update(body).digest('hex')}`;
  const webhook = { headers: { 'x-github-event': 'push', 'x-hub-signature-256': signature }, body };
  expect(() => readGithubWebhook(webhook, '', repository)).toThrow(
    expect.objectContaining({ code: 'invalid_signature' }),
  );
});

test('invalid JSON, and JSON that does not match GitHub’s description, is rejected', () => {
  expect(() => readGithubWebhook(sent('push', '{'), secret, repository)).toThrow(
    expect.objectContaining({ code: 'invalid_json' }),
  );
  expect(() => readGithubWebhook(sent('push', { ref: 7 }), secret, repository)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('an event of another repository is ignored', () => {
  const merged = { action: 'closed', pull_request: { number: 3, merged_at: '2026-01-01T00:00:00Z' } };
  const ofAnother = { ...merged, repository: { full_name: 'Codertocat/Other' } };
  expect(readGithubWebhook(sent('pull_request', ofAnother), secret, repository)).toEqual([]);
  const ofThis = { ...merged, repository: { full_name: 'Codertocat/Hello-World' } };
  expect(readGithubWebhook(sent('pull_request', ofThis), secret, repository)).toHaveLength(1);
});
