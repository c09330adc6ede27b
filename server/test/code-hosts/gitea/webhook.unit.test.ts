import { expect, test } from 'vitest';
import { readWebhook } from '../../../src/code-hosts/gitea/webhook.ts';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import type { HostEvent } from '../../../src/code-hosts/host-event.ts';
import { hook } from '../../support/hosts/gitea-webhooks.ts';
import type { Webhook } from '../../support/hosts/gitea-webhooks.ts';

const secret = 'a-secret-of-the-connection';
const repository = 'acme/docs';

function read({ headers, body }: Webhook): HostEvent[] {
  return readWebhook({ headers, body: Buffer.from(body) }, secret, repository);
}

// The shapes are those of modules/structs/hook.go of Gitea (https://docs.gitea.com/usage/webhooks).

const user = { id: 3, login: 'wren', username: 'wren', email: 'wren@noreply.example' };
const pullRequest = {
  id: 1,
  number: 12,
  state: 'closed',
  merged: true,
  html_url: 'https://git.example/acme/docs/pulls/12',
  updated_at: '2026-11-21T12:00:00Z',
  head: { label: 'copydesk/job_1', ref: 'copydesk/job_1', sha: 'a'.repeat(40), repo_id: 5 },
  base: { label: 'main', ref: 'main', sha: 'b'.repeat(40), repo_id: 5 },
};
const closed = { action: 'closed', number: 12, pull_request: pullRequest, sender: user };
const comment = {
  id: 81,
  body: '@copydesk shorter',
  user,
  html_url: 'https://git.example/acme/docs/pulls/12#issuecomment-81',
};
const commented = {
  action: 'created',
  issue: { number: 12, pull_request: { merged: false } },
  comment,
  sender: user,
  is_pull: true,
};

test('a closed pull request is reported, merged or not; other actions, and those of forks, are not', () => {
  expect(read(hook('pull_request', closed, secret))).toEqual([{ kind: 'ended', number: 12, state: 'merged' }]);
  const unmerged = { ...closed, pull_request: { ...pullRequest, merged: false } };
  expect(read(hook('pull_request', unmerged, secret))).toEqual([{ kind: 'ended', number: 12, state: 'closed' }]);
  for (const action of ['opened', 'synchronized', 'reopened', 'label_updated']) {
    expect(read(hook('pull_request', { ...closed, action }, secret))).toEqual([]);
  }
  const forked = { ...closed, pull_request: { ...pullRequest, head: { ...pullRequest.head, repo_id: 6 } } };
  expect(read(hook('pull_request', forked, secret))).toEqual([]);
});

test.each(['issue_comment', 'pull_request_comment'])('a comment of a pull request is a comment (%s)', (event) => {
  expect(read(hook(event, commented, secret))).toEqual([
    {
      kind: 'comment',
      comment: {
        id: 'issue-comment-81',
        number: 12,
        author: 'wren',
        isBot: false,
        body: '@copydesk shorter',
        link: comment.html_url,
        thread: null,
        place: null,
      },
    },
  ]);
});

test('comments on issues, and edited or deleted ones, are ignored; those of the host itself are of a bot', () => {
  expect(read(hook('issue_comment', { ...commented, is_pull: false, issue: { number: 12 } }, secret))).toEqual([]);
  for (const action of ['edited', 'deleted']) {
    expect(read(hook('issue_comment', { ...commented, action }, secret))).toEqual([]);
  }
  const byActions = { ...commented, comment: { ...comment, user: { id: -2, login: 'gitea-actions' } } };
  expect(read(hook('issue_comment', byActions, secret))).toMatchObject([{ comment: { isBot: true } }]);
});

test.each(['pull_request_comment', 'pull_request_approved', 'pull_request_rejected', 'pull_request_review_comment'])(
  'a review reports its own text, and requests a look for its line comments (%s)',
  (event) => {
    const review = { type: 'pull_request_review_comment', content: '@copydesk say why' };
    const reviewed = { ...closed, action: 'reviewed', review };
    const events = read(hook(event, reviewed, secret));
    expect(events).toMatchObject([
      { kind: 'comment', comment: { number: 12, author: 'wren', body: '@copydesk say why', place: null } },
      { kind: 'look', number: 12 },
    ]);
    expect(read(hook(event, { ...reviewed, review: { ...review, content: '' } }, secret))).toMatchObject([
      { kind: 'look', number: 12 },
    ]);
  },
);

test('a push reports the commit of a branch, and a deletion that it is gone', () => {
  const push = { ref: 'refs/heads/main', after: 'd'.repeat(40), before: 'c'.repeat(40) };
  expect(read(hook('push', push, secret))).toEqual([{ kind: 'pushed', branch: 'main', commit: 'd'.repeat(40) }]);
  expect(read(hook('push', { ...push, ref: 'refs/tags/v1' }, secret))).toEqual([]);
  expect(read(hook('delete', { ref: 'copydesk/job_1', ref_type: 'branch', pusher_type: 'user' }, secret))).toEqual([
    { kind: 'pushed', branch: 'copydesk/job_1', commit: null },
  ]);
  expect(read(hook('delete', { ref: 'v1', ref_type: 'tag' }, secret))).toEqual([]);
  expect(read(hook('repository', { action: 'created' }, secret))).toEqual([]);
});

test('a status, a run and a job of Actions report that the checks of their commit have changed', () => {
  const sha = 'a'.repeat(40);
  const reported = [
    hook('status', { id: 9, sha, context: 'ci/build', state: 'failure', commit: { id: sha }, sender: user }, secret),
    hook('status', { id: 10, sha, context: 'ci/build', state: 'success', commit: { id: sha }, sender: user }, secret),
    hook('workflow_run', { action: 'completed', workflow_run: { id: 12, head_sha: sha } }, secret),
    hook('workflow_job', { action: 'completed', workflow_job: { id: 71, run_id: 12, head_sha: sha } }, secret),
  ].flatMap(read);
  expect(reported).toMatchObject(reported.map(() => ({ kind: 'checks_changed', headCommit: sha })));
  expect(new Set(reported.map(keyOf)).size).toBe(4);
  expect(() => read(hook('status', { sha: 'main' }, secret))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('a webhook of either host is accepted only with the signature of its exact bytes', () => {
  for (const names of [['gitea'], ['forgejo'], ['forgejo', 'gitea', 'gogs'], ['gogs']]) {
    expect(read(hook('pull_request', closed, secret, names))).toHaveLength(1);
  }
  const good = hook('pull_request', closed, secret);
  const refused: Webhook[] = [
    hook('pull_request', closed, 'another secret'),
    { ...good, body: `${good.body} ` },
    { ...good, headers: { 'x-gitea-event': 'pull_request' } },
    { ...good, headers: { ...good.headers, 'x-gitea-signature': '' } },
    { ...good, headers: { ...good.headers, 'x-forgejo-signature': 'f'.repeat(64) } },
  ];
  for (const webhook of refused) {
    expect(() => read(webhook)).toThrow(expect.objectContaining({ code: 'invalid_signature' }));
  }
  const { headers, body } = hook('pull_request', closed, '');
  expect(() => readWebhook({ headers, body: Buffer.from(body) }, '', repository)).toThrow(
    expect.objectContaining({ code: 'invalid_signature' }),
  );
});

test('an undocumented payload is rejected', () => {
  expect(() => read(hook('push', { ref: 'refs/heads/main' }, secret))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('an event of another repository is ignored', () => {
  const reported = ['acme/other', 'Acme/docs'].map((name) =>
    read(hook('pull_request', { ...closed, repository: { full_name: name } }, secret)),
  );
  expect(reported.map(({ length }) => length)).toEqual([0, 1]);
});
