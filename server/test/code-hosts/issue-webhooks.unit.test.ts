import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readWebhook as readGitea } from '../../src/code-hosts/gitea/webhook.ts';
import { readGithubWebhook } from '../../src/code-hosts/github/webhook.ts';
import { readWebhook as readGitlab } from '../../src/code-hosts/gitlab/webhook.ts';
import { HostEvent, keyOf } from '../../src/code-hosts/host-event.ts';

const secret = 'a-secret-of-the-connection';
const repository = 'acme/docs';

const hmac = (body: string): string => createHmac('sha256', secret).update(body).digest('hex');

function github(payload: object): HostEvent[] {
  const body = JSON.stringify({ repository: { full_name: repository }, ...payload });
  const headers = { 'x-github-event': 'issues', 'x-hub-signature-256': `sha256=${hmac(body)}` };
  return readGithubWebhook({ headers, body: Buffer.from(body) }, secret, repository);
}

function gitea(payload: object, event = 'issues'): HostEvent[] {
  const body = JSON.stringify({ repository: { full_name: repository }, ...payload });
  const headers = { 'x-gitea-event': event, 'x-gitea-signature': hmac(body) };
  return readGitea({ headers, body: Buffer.from(body) }, secret, repository);
}

function gitlab(payload: object): HostEvent[] {
  const body = JSON.stringify({ project: { path_with_namespace: repository }, ...payload });
  const headers = { 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': secret };
  return readGitlab({ headers, body: Buffer.from(body) }, secret, repository);
}

const reported: HostEvent = {
  kind: 'issue',
  number: 7,
  title: 'The port is wrong',
  body: 'It is 8080.',
  link: 'https://host.example/issues/7',
  labels: ['docs', 'bug'],
  assignees: ['wren'],
};

const common = { number: 7, title: reported.title, body: reported.body, html_url: reported.link, state: 'open' };
const issue = { ...common, labels: [{ name: 'docs' }, { name: 'bug' }], assignees: [{ login: 'wren' }] };
const attributes = {
  iid: 7,
  title: reported.title,
  description: reported.body,
  url: reported.link,
  state: 'opened',
  action: 'update',
};
const ofGitlab = {
  object_attributes: attributes,
  labels: [{ title: 'docs' }, { title: 'bug' }],
  assignees: [{ username: 'wren' }],
};

test('all hosts report an open issue with its labels and assignees alike', () => {
  for (const action of ['opened', 'labeled', 'assigned', 'reopened'])
    expect(github({ action, issue })).toEqual([reported]);
  for (const action of ['opened', 'label_updated', 'assigned']) expect(gitea({ action, issue })).toEqual([reported]);
  expect(gitea({ action: 'label_updated', issue }, 'issue_label')).toEqual([reported]);
  for (const action of ['open', 'update', 'reopen']) {
    expect(gitlab({ ...ofGitlab, object_attributes: { ...attributes, action } })).toEqual([reported]);
  }
  expect(HostEvent.parse(reported)).toEqual(reported);
});

test('closed issues, edits and pull requests report nothing', () => {
  expect(github({ action: 'edited', issue })).toEqual([]);
  expect(github({ action: 'labeled', issue: { ...issue, state: 'closed' } })).toEqual([]);
  expect(gitea({ action: 'closed', issue })).toEqual([]);
  expect(gitea({ action: 'label_updated', issue: { ...issue, pull_request: { merged: false } } })).toEqual([]);
  expect(gitlab({ ...ofGitlab, object_attributes: { ...attributes, state: 'closed', action: 'close' } })).toEqual([]);
});

test('the key depends on the labels but not on their order, and a long body is cut', () => {
  const [first] = github({ action: 'labeled', issue });
  const [again] = github({ action: 'labeled', issue: { ...issue, labels: issue.labels.toReversed() } });
  const [more] = github({ action: 'labeled', issue: { ...issue, labels: [...issue.labels, { name: 'x' }] } });
  expect(first && keyOf(first)).toBe(again && keyOf(again));
  expect(first && keyOf(first)).not.toBe(more && keyOf(more));
  const [long] = github({ action: 'opened', issue: { ...issue, body: 'x'.repeat(5_000_000) } });
  expect(long).toMatchObject({ body: 'x'.repeat(20_000) });
});
