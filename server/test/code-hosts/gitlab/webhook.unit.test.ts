import { expect, test } from 'vitest';
import { keyOf } from '../../../src/code-hosts/host-event.ts';
import type { HostEvent } from '../../../src/code-hosts/host-event.ts';
import { readWebhook } from '../../../src/code-hosts/gitlab/webhook.ts';
import { signed } from '../../support/hosts/gitlab-webhooks.ts';

/** The length that connections use: 32 bytes. */
const secret = '7c'.repeat(32);
const repository = 'acme/handbook/docs';
const signingToken = `whsec_${Buffer.from(secret, 'hex').toString('base64')}`;

function read(
  event: string,
  payload: unknown,
  headers: Record<string, string> = { 'x-gitlab-token': secret },
): HostEvent[] {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return readWebhook({ headers: { 'x-gitlab-event': event, ...headers }, body }, secret, repository);
}

// The payloads are the examples of https://docs.gitlab.com/user/project/integrations/webhook_events/, with other names.

const mergeRequest = {
  object_kind: 'merge_request',
  event_type: 'merge_request',
  user: { id: 1, name: 'Administrator', username: 'root', avatar_url: 'http://gitlab.example/avatar' },
  object_attributes: {
    id: 99,
    iid: 16,
    target_branch: 'main',
    source_branch: 'copydesk/job_1',
    source_project_id: 14,
    target_project_id: 14,
    state: 'merged',
    action: 'merge',
    system: true,
  },
};

const note = {
  object_kind: 'note',
  event_type: 'note',
  user: { id: 1, name: 'Wren', username: 'wren', email: 'wren@example.com' },
  project_id: 5,
  object_attributes: {
    id: 1244,
    internal: false,
    note: '@copydesk say it in one sentence',
    noteable_type: 'MergeRequest',
    author_id: 1,
    project_id: 5,
    line_code: null,
    commit_id: '',
    noteable_id: 7,
    system: false,
    st_diff: null,
    action: 'create',
    url: 'http://example.com/gitlab-org/gitlab-test/merge_requests/1#note_1244',
    discussion_id: '6a9c1750b37d513a43987b574953fceb50b03ce7',
  },
  merge_request: { id: 7, iid: 1, source_project_id: 5, target_project_id: 5, state: 'opened' },
};

test('merged and closed merge requests are reported; other actions, and those of forks, are not', () => {
  expect(read('Merge Request Hook', mergeRequest)).toEqual([{ kind: 'ended', number: 16, state: 'merged' }]);
  const of = (change: object) => ({
    ...mergeRequest,
    object_attributes: { ...mergeRequest.object_attributes, ...change },
  });
  expect(read('Merge Request Hook', of({ action: 'close' }))).toEqual([{ kind: 'ended', number: 16, state: 'closed' }]);
  for (const action of ['open', 'reopen', 'update', 'approved', undefined]) {
    expect(read('Merge Request Hook', of({ action }))).toEqual([]);
  }
  expect(read('Merge Request Hook', of({ source_project_id: 15 }))).toEqual([]);
});

test('pipelines, jobs and deployments report that the checks of their commit have changed', () => {
  const sha = 'bcbb5ec396a2c0f828686f14fac9b80b780504f2';
  const project = { id: 1, path_with_namespace: repository };
  const pipeline = {
    object_kind: 'pipeline',
    object_attributes: { id: 31, iid: 3, ref: 'main', sha, source: 'merge_request_event', status: 'success' },
    project,
    commit: { id: sha },
    builds: [{ id: 380, stage: 'deploy', name: 'production', status: 'skipped', allow_failure: false }],
  };
  const job = {
    object_kind: 'build',
    ref: 'main',
    sha,
    build_id: 1977,
    build_name: 'test',
    build_status: 'created',
    commit: { id: 2366, sha, status: 'created' },
    project,
  };
  const deployment = {
    object_kind: 'deployment',
    status: 'success',
    deployment_id: 15,
    environment: 'staging',
    project,
    short_sha: sha.slice(0, 8),
    commit_url: `http://example.com/acme/handbook/docs/-/commit/${sha}`,
  };
  const reported = [
    read('Pipeline Hook', pipeline),
    read('Job Hook', job),
    read('Job Hook', { ...job, build_status: 'failed' }),
    read('Deployment Hook', deployment),
  ].flat();
  expect(reported).toMatchObject(Array.from({ length: 4 }, () => ({ kind: 'checks_changed', headCommit: sha })));
  expect(new Set(reported.map(keyOf)).size).toBe(4);
  expect(read('Job Hook', job).map(keyOf)).toEqual(reported.slice(1, 2).map(keyOf));
  expect(read('Deployment Hook', { ...deployment, commit_url: 'http://example.com/' })).toEqual([]);
});

test('a note on a merge request is a comment, in its thread', () => {
  const [event, ...others] = read('Note Hook', note);
  expect(others).toEqual([]);
  expect(event).toEqual({
    kind: 'comment',
    comment: {
      id: 'note-1244',
      number: 1,
      author: 'wren',
      isBot: false,
      body: '@copydesk say it in one sentence',
      link: 'http://example.com/gitlab-org/gitlab-test/merge_requests/1#note_1244',
      thread: '6a9c1750b37d513a43987b574953fceb50b03ce7',
      place: null,
    },
  });
  expect(event && keyOf(event)).toBe('note-1244');
});

test('a note on a line has its place, with the lines before it', () => {
  const diff =
    '--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1,3 +1,4 @@\n # Title\n \n-Old words.\n+New words.\n+More words.\n';
  const position = { old_path: 'docs/a.md', new_path: 'docs/a.md', old_line: null, new_line: 4, position_type: 'text' };
  const attributes = {
    ...note.object_attributes,
    type: 'DiffNote',
    position,
    st_diff: { diff, new_path: 'docs/a.md' },
  };
  expect(read('Note Hook', { ...note, object_attributes: attributes })).toMatchObject([
    { comment: { place: { path: 'docs/a.md', line: 4, excerpt: '# Title\n\nOld words.\nNew words.\nMore words.' } } },
  ]);
});

test('notes on issues, system notes and those of forks are ignored', () => {
  const of = (change: object) => ({ ...note, object_attributes: { ...note.object_attributes, ...change } });
  expect(read('Note Hook', of({ noteable_type: 'Issue' }))).toEqual([]);
  expect(read('Note Hook', of({ system: true }))).toEqual([]);
  expect(read('Note Hook', { ...note, merge_request: { iid: 1, source_project_id: 6, target_project_id: 5 } })).toEqual(
    [],
  );
});

test.each([
  ['project_278_bot', true],
  ['project_278_bot_9c1f', true],
  ['group_109_bot_2', true],
  ['service_account_group_5_1a2b', true],
  ['ghost', true],
  ['wren', false],
  ['projects_bot_fan', false],
])('%s is a bot: %s', (username, isBot) => {
  expect(read('Note Hook', { ...note, user: { username } })).toMatchObject([{ comment: { isBot } }]);
});

test('a push reports the commit of a branch, or that it is gone; tags and other events are ignored', () => {
  const push = { object_kind: 'push', ref: 'refs/heads/feature/a', after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7' };
  expect(read('Push Hook', push)).toEqual([{ kind: 'pushed', branch: 'feature/a', commit: push.after }]);
  expect(read('Push Hook', { ...push, after: '0'.repeat(40) })).toEqual([
    { kind: 'pushed', branch: 'feature/a', commit: null },
  ]);
  expect(read('Push Hook', { ...push, ref: 'refs/tags/v1' })).toEqual([]);
  expect(read('Tag Push Hook', push)).toEqual([]);
  expect(read('Wiki Page Hook', 'null')).toEqual([]);
});

test('a webhook is accepted with the secret token, or with a signature of its body', () => {
  const body = JSON.stringify(mergeRequest);
  const plain = { headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-event-uuid': 'uuid-1' }, body };
  const proof = signed(plain, signingToken, new Date('2026-11-21T12:00:00Z')).headers;
  expect(read('Merge Request Hook', body, proof)).toHaveLength(1);
  const several = { ...proof, 'webhook-signature': `v1,AAAA ${proof['webhook-signature']}` };
  expect(read('Merge Request Hook', body, several)).toHaveLength(1);
  const refused: Record<string, string>[] = [
    {},
    { 'x-gitlab-token': 'wrong' },
    { 'x-gitlab-token': '' },
    { 'x-gitlab-token': `${secret}x` },
    { ...proof, 'webhook-timestamp': '1' },
    signed(plain, 'whsec_b3RoZXI=', new Date()).headers,
  ];
  for (const headers of refused) {
    expect(() => read('Merge Request Hook', body, headers)).toThrow(
      expect.objectContaining({ code: 'invalid_signature' }),
    );
  }
  const empty = { headers: { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': '' }, body: Buffer.from('{}') };
  expect(() => readWebhook(empty, '', repository)).toThrow(expect.objectContaining({ code: 'invalid_signature' }));
});

test('invalid JSON, and an undocumented payload, are rejected', () => {
  expect(() => read('Push Hook', 'payload=%7B%7D')).toThrow(expect.objectContaining({ code: 'invalid_json' }));
  expect(() => read('Push Hook', { ref: 'refs/heads/main' })).toThrow(
    expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ pointer: '/after' })] }),
  );
});

test('an event of another project is ignored', () => {
  const reported = ['acme/other', 'Acme/Handbook/docs'].map((path) =>
    read('Merge Request Hook', { ...mergeRequest, project: { path_with_namespace: path } }),
  );
  expect(reported.map(({ length }) => length)).toEqual([0, 1]);
});
