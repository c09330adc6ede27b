import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { github } from '../../../src/code-hosts/github/github.ts';
import { githubAccess } from '../../support/hosts/github-access.ts';
import { checkRun } from '../../support/hosts/github-automation.ts';
import type { GithubAutomation, GithubStatus } from '../../support/hosts/github-automation.ts';
import { refusals } from '../../support/hosts/github-faults.ts';
import { startGithub } from '../../support/hosts/github.ts';
import type { GithubStandIn } from '../../support/hosts/github.ts';

const commit = 'b'.repeat(40);

let host: GithubStandIn;
let said: GithubAutomation;

beforeEach(async () => {
  host = await startGithub();
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const repository = host.add('acme/docs');
  repository.roles.set('copydesk-bot', 'write');
  repository.heads.set('copydesk/job_1', commit);
  said = repository.automation;
});

afterEach(() => host[Symbol.asyncDispose]());

function open() {
  return github.open(githubAccess(host.apiUrl));
}

function status(context: string, change: Partial<GithubStatus> = {}): GithubStatus {
  const updated_at = '2026-06-01T12:00:00Z';
  return { sha: commit, context, state: 'success', description: null, target_url: null, updated_at, ...change };
}

test('check runs and statuses of the commit are reported, each by its key', async () => {
  said.runs.push(
    checkRun({ id: 1, name: 'links', conclusion: 'failure', output: { ...report, summary: 'docs/a.md' } }),
    checkRun({ id: 2, head_sha: 'c'.repeat(40) }),
  );
  said.statuses.push(status('ci/spell', { state: 'pending', target_url: 'https://ci.example/7' }));
  expect(await open().checksOf(commit)).toEqual({
    checks: [
      {
        key: 'check-run 1',
        name: 'links',
        state: 'failed',
        link: 'https://github.com/acme/docs/runs/1',
        summary: '2 links are broken. docs/a.md',
      },
      { key: 'status ci/spell', name: 'ci/spell', state: 'running', link: 'https://ci.example/7', summary: undefined },
    ],
    previews: [],
    isWhole: true,
  });
});

const report = { title: '2 links are broken', summary: null, text: null, annotations_count: 0 };

test.each<[string, string | null, CommitCheck['state']]>([
  ['queued', null, 'running'],
  ['in_progress', null, 'running'],
  ['waiting', null, 'running'],
  ['completed', 'success', 'passed'],
  ['completed', 'failure', 'failed'],
  ['completed', 'timed_out', 'failed'],
  ['completed', 'action_required', 'failed'],
  ['completed', 'startup_failure', 'failed'],
  ['completed', 'neutral', 'skipped'],
  ['completed', 'skipped', 'skipped'],
  ['completed', 'cancelled', 'skipped'],
  ['completed', 'stale', 'skipped'],
  ['completed', 'unheard of', 'skipped'],
])('a run with status %s and conclusion %s is %s', async (how, conclusion, state) => {
  said.runs.push(checkRun({ id: 1, status: how, conclusion }));
  expect((await open().checksOf(commit)).checks).toMatchObject([{ state }]);
});

test('only the newest status of a context counts', async () => {
  said.statuses.push(
    status('ci', { state: 'failure', updated_at: '2026-06-01T12:05:00Z' }),
    status('ci', { state: 'success', updated_at: '2026-06-01T12:09:00Z' }),
    status('ci', { state: 'pending', updated_at: '2026-06-01T12:01:00Z' }),
    status('other', { state: 'error' }),
  );
  expect((await open().checksOf(commit)).checks.map(({ name, state }) => [name, state])).toEqual([
    ['ci', 'passed'],
    ['other', 'failed'],
  ]);
});

test('several pages are read, up to three hundred checks, and an incomplete result is reported', async () => {
  for (let id = 1; id <= 250; id += 1) said.runs.push(checkRun({ id }));
  const whole = await open().checksOf(commit);
  expect([whole.checks.length, whole.isWhole]).toEqual([250, true]);
  for (let id = 251; id <= 400; id += 1) said.runs.push(checkRun({ id }));
  host.requests.length = 0;
  const part = await open().checksOf(commit);
  expect([part.checks.length, part.isWhole]).toEqual([300, false]);
  expect(host.requests.length).toBeLessThanOrEqual(12);
});

function deployed(environment_url: string, state = 'success'): object[] {
  return [{ state, environment_url }];
}

test('deployments of the commit and links of preview services are reported', async () => {
  said.deployments.push(
    { id: 3, sha: commit, environment: 'Preview', statuses: deployed('https://docs-new.vercel.app') },
    { id: 2, sha: commit, environment: 'Preview', statuses: deployed('https://docs-old.vercel.app') },
    { id: 1, sha: commit, environment: 'storybook', statuses: deployed('https://story.example', 'failure') },
    { id: 4, sha: commit, environment: 'odd', statuses: deployed('javascript:alert(1)') },
    { id: 5, sha: 'c'.repeat(40), environment: 'production', statuses: deployed('https://docs.example') },
  );
  const link = 'https://deploy-preview-7--docs.netlify.app/';
  said.statuses.push(status('netlify/docs', { target_url: link }));
  said.statuses.push(status('netlify/blog', { target_url: link.replace('docs', 'blog'), state: 'failure' }));
  expect((await open().checksOf(commit)).previews).toEqual([
    { name: 'Preview', link: 'https://docs-new.vercel.app/' },
    { name: 'netlify/docs', link },
  ]);
});

test('polling without changes does not use the rate limit', async () => {
  said.runs.push(checkRun({ id: 1 }));
  said.statuses.push(status('ci'));
  const first = await open().checksOf(commit);
  host.requests.length = 0;
  host.unchanged = 0;
  expect(await open().checksOf(commit)).toEqual(first);
  expect(host.unchanged).toBe(host.requests.length);
});

test('without statuses, or without permission, there are no checks; a rate limit is reported', async () => {
  const none = { checks: [], previews: [], isWhole: true };
  expect(await open().checksOf(commit)).toEqual(none);
  expect(await open().checksOf('e'.repeat(40))).toEqual(none);
  said.runs.push(checkRun({ id: 1 }));
  const permissions = { contents: 'write', pull_requests: 'write' } as const;
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', permissions });
  expect(await open().checksOf(commit)).toEqual(none);
  expect(await open().logOf(commit, 'check-run 1', 1000)).toBeUndefined();
  host.rule = () => refusals.secondaryLimit(30);
  await expect(open().checksOf(commit)).rejects.toMatchObject({ code: 'code_host_limited' });
});

test('a fine-grained token, which cannot see check runs, sees the jobs of the newest run of each workflow', async () => {
  const permissions = { actions: 'read', statuses: 'read' } as const;
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', permissions });
  said.runs.push(
    checkRun({ id: 1, name: 'links', conclusion: 'failure', workflow: { run: 901, id: 1 } }),
    checkRun({ id: 2, name: 'build', status: 'in_progress', conclusion: null, workflow: { run: 901, id: 1 } }),
    checkRun({ id: 3, name: 'links', workflow: { run: 900, id: 1 } }),
    checkRun({ id: 4, name: 'spell', workflow: { run: 800, id: 2 } }),
    checkRun({ id: 5, name: 'of an App', app: { slug: 'links' } }),
  );
  said.logs.set(1, 'broken\n');
  const { checks, isWhole } = await open().checksOf(commit);
  expect(checks.map(({ key, name, state }) => [key, name, state])).toEqual([
    ['check-run 1', 'links', 'failed'],
    ['check-run 2', 'build', 'running'],
    ['check-run 4', 'spell', 'passed'],
  ]);
  expect(isWhole).toBe(true);
  expect(await open().logOf(commit, 'check-run 1', 1000)).toBe('broken');
  expect(await open().logOf('c'.repeat(40), 'check-run 1', 1000)).toBeUndefined();
});

test('a part of very many workflows and jobs is read, and the result is reported as incomplete', async () => {
  const permissions = { actions: 'read' } as const;
  host.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', permissions });
  for (let id = 1; id <= 120; id += 1) said.runs.push(checkRun({ id }));
  expect(await open().checksOf(commit)).toMatchObject({ isWhole: false });
  for (let id = 1; id <= 8; id += 1) said.runs[id] = checkRun({ id, workflow: { run: id, id } });
  host.requests.length = 0;
  expect(await open().checksOf(commit)).toMatchObject({ isWhole: false });
  expect(host.requests.length).toBeLessThanOrEqual(16);
});

test('the end of an Actions job’s log is read from GitHub’s storage, without the token', async () => {
  said.runs.push(checkRun({ id: 8, conclusion: 'failure' }));
  said.logs.set(8, `2026-06-01T12:00:00.0000000Z first\n2026-06-01T12:00:01.0000000Z ghp_test\r\n`);
  expect(await open().logOf(commit, 'check-run 8', 1000)).toBe('first\n…');
  expect(await open().logOf(commit, 'check-run 8', 50)).toBe('…');
  const stored = host.requests.filter(({ path }) => path.startsWith('/storage/'));
  expect(stored.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  expect(await open().logOf('c'.repeat(40), 'check-run 8', 1000)).toBeUndefined();
});

test('the App’s own report is returned for another check, or for a job whose log is gone', async () => {
  const annotations = [
    { path: 'docs/a.md', start_line: 7, annotation_level: 'failure', title: null, message: 'No such\u001B[0m anchor' },
  ];
  const output = { ...report, summary: 'See **above**.', text: 'More', annotations_count: 1 };
  said.runs.push(
    checkRun({ id: 8, conclusion: 'failure', output, annotations }),
    checkRun({ id: 9, conclusion: 'failure', output, annotations, app: { slug: 'links' } }),
    checkRun({ id: 10, conclusion: 'failure', app: { slug: 'links' } }),
  );
  const text = '2 links are broken\ndocs/a.md:7: failure: No such anchor\nSee **above**.\nMore';
  expect(await open().logOf(commit, 'check-run 8', 1000)).toBe(text);
  expect(await open().logOf(commit, 'check-run 9', 1000)).toBe(text);
  expect(await open().logOf(commit, 'check-run 9', 20)).toBe(text.slice(0, 20).trim());
  expect(await open().logOf(commit, 'check-run 10', 1000)).toBeUndefined();
});

test.each(['status ci/spell', 'check-run 404', 'check-run ../../x', 'job 7', ''])('"%s" has no log', async (key) => {
  said.statuses.push(status('ci/spell', { state: 'failure' }));
  expect(await open().logOf(commit, key, 1000)).toBeUndefined();
});
