import { expect, test } from 'vitest';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { startGitLab } from '../../support/hosts/gitlab.ts';
import type { GitLabCommitStatus, GitLabJob } from '../../support/hosts/gitlab-pipelines.ts';
import { opened, token } from './support.ts';

const commit = 'a'.repeat(40);
const pipeline = { id: 5, sha: commit, status: 'failed', source: 'push' };

function pageOf(id: number): string {
  return `https://gitlab.example/acme/handbook/docs/-/jobs/${id}`;
}

function job(change: Partial<GitLabJob> & Pick<GitLabJob, 'id'>): GitLabJob {
  const web_url = pageOf(change.id);
  return {
    pipeline: 5,
    name: 'build',
    status: 'success',
    allow_failure: false,
    web_url,
    failure_reason: null,
    ...change,
  };
}

function status(change: Partial<GitLabCommitStatus> & Pick<GitLabCommitStatus, 'id'>): GitLabCommitStatus {
  const none = { target_url: null, description: null };
  return { sha: commit, name: 'spell', status: 'success', allow_failure: false, ...none, ...change };
}

test('the jobs of the newest pipeline and the statuses of services are reported', async () => {
  await using host = await startGitLab();
  const said = host.state.automation;
  said.pipelines.push({ ...pipeline, id: 4 }, pipeline, { ...pipeline, id: 6, source: 'external' });
  said.pipelines.push({ ...pipeline, id: 7, sha: 'c'.repeat(40) });
  said.jobs.push(
    job({ id: 40, pipeline: 4, name: 'old' }),
    job({ id: 50, name: 'links', status: 'failed', failure_reason: 'script_failure' }),
  );
  said.statuses.push(
    status({ id: 40, name: 'old', target_url: pageOf(40) }),
    status({ id: 50, name: 'links', status: 'failed' }),
    status({ id: 60, status: 'failed', description: '3 words' }),
    status({ id: 61, status: 'running', description: 'again', target_url: 'https://spell.example/61' }),
  );
  expect(await opened(host).checksOf(commit)).toEqual({
    checks: [
      { key: 'job 50', name: 'links', state: 'failed', link: pageOf(50), summary: 'script failure' },
      { key: 'status spell', name: 'spell', state: 'running', link: 'https://spell.example/61', summary: 'again' },
    ],
    previews: [],
    isWhole: true,
  });
});

test.each<[Partial<GitLabJob>, string, CommitCheck['state']]>([
  [{ status: 'success' }, 'success', 'passed'],
  [{ status: 'failed' }, 'failed', 'failed'],
  [{ status: 'failed', allow_failure: true }, 'success', 'skipped'],
  [{ status: 'pending' }, 'running', 'running'],
  [{ status: 'waiting_for_resource' }, 'running', 'running'],
  [{ status: 'canceling' }, 'running', 'running'],
  [{ status: 'created' }, 'running', 'running'],
  [{ status: 'created' }, 'manual', 'skipped'],
  [{ status: 'manual' }, 'manual', 'skipped'],
  [{ status: 'scheduled' }, 'scheduled', 'skipped'],
  [{ status: 'canceled' }, 'canceled', 'skipped'],
  [{ status: 'skipped' }, 'skipped', 'skipped'],
  [{ status: 'unheard of' }, 'running', 'skipped'],
])('a job with %j in a pipeline that is %s is %s', async (change, how, state) => {
  await using host = await startGitLab();
  host.state.automation.pipelines.push({ ...pipeline, status: how });
  host.state.automation.jobs.push(job({ id: 1, ...change }));
  expect((await opened(host).checksOf(commit)).checks).toMatchObject([{ state }]);
});

test('several pages are read, up to three hundred checks, and an incomplete result is reported', async () => {
  await using host = await startGitLab();
  host.state.automation.pipelines.push(pipeline);
  for (let id = 1; id <= 250; id += 1) host.state.automation.jobs.push(job({ id, name: `build ${id}` }));
  const whole = await opened(host).checksOf(commit);
  expect([whole.checks.length, whole.isWhole]).toEqual([250, true]);
  for (let id = 251; id <= 400; id += 1) host.state.automation.jobs.push(job({ id, name: `build ${id}` }));
  host.requests.length = 0;
  const part = await opened(host).checksOf(commit);
  expect([part.checks.length, part.isWhole]).toEqual([300, false]);
  expect(host.requests.length).toBeLessThanOrEqual(9);
});

test('deployments of the commit are reported, the newest first', async () => {
  await using host = await startGitLab();
  const deployed = { sha: commit, status: 'success' };
  host.state.automation.deployments.push(
    { ...deployed, id: 1, environment: { name: 'review/docs', external_url: 'https://docs-review.example' } },
    { ...deployed, id: 2, environment: { name: 'without address', external_url: null } },
    { ...deployed, id: 3, sha: 'c'.repeat(40), environment: { name: 'other', external_url: 'https://o.example' } },
    { ...deployed, id: 4, status: 'failed', environment: { name: 'broken', external_url: 'https://b.example' } },
  );
  host.state.automation.statuses.push(status({ id: 9, name: 'netlify', target_url: 'https://docs-9.netlify.app' }));
  expect((await opened(host).checksOf(commit)).previews).toEqual([
    { name: 'review/docs', link: 'https://docs-review.example/' },
    { name: 'netlify', link: 'https://docs-9.netlify.app/' },
  ]);
});

test('a commit without pipelines, or with CI/CD switched off, has no checks', async () => {
  await using host = await startGitLab();
  const none = { checks: [], previews: [], isWhole: true };
  expect(await opened(host).checksOf(commit)).toEqual(none);
  host.state.automation.pipelines.push(pipeline);
  host.state.automation.jobs.push(job({ id: 1 }));
  host.state.automation.isOn = false;
  expect(await opened(host).checksOf(commit)).toEqual(none);
  expect(await opened(host).logOf(commit, 'job 1', 1000)).toBeUndefined();
});

test('the end of the log of a job is read', async () => {
  await using host = await startGitLab();
  const lines = Array.from({ length: 100_000 }, (_, line) => `line ${line}`).join('\n');
  host.state.automation.traces.set(77, `${lines}\n\u001B[31;1mERROR: Job failed ${token}\u001B[0;m\n`);
  expect(await opened(host).logOf(commit, 'job 77', 60)).toBe('line 99999\nERROR: Job failed …');
  expect(await opened(host).logOf(commit, 'job 78', 50)).toBeUndefined();
  expect(await opened(host).logOf(commit, 'status spell', 50)).toBeUndefined();
  expect(await opened(host).logOf(commit, 'job ../../user', 50)).toBeUndefined();
});

test('a log that is kept elsewhere is fetched there without the token', async () => {
  await using host = await startGitLab();
  await using storage = await startGitLab();
  const location = `${storage.origin}/api/v4/log?sig=1`;
  host.faults.push({
    on: ({ path }) => path.endsWith('/trace'),
    how: { instead: { status: 302, headers: { location } } },
  });
  storage.faults.push({ how: { instead: { status: 200, body: 'broken link\n' } } });
  expect(await opened(host).logOf(commit, 'job 77', 50)).toBe('broken link');
  expect(storage.requests.map(({ headers }) => headers['private-token'])).toEqual([undefined]);
});

test('a rate limit is reported', async () => {
  await using host = await startGitLab();
  host.faults.push({ how: { instead: { status: 429, headers: { 'retry-after': '20' } } } });
  for (const ask of [() => opened(host).checksOf(commit), () => opened(host).logOf(commit, 'job 1', 10)]) {
    await expect(ask()).rejects.toMatchObject({ code: 'code_host_limited', retryAfterSeconds: 20 });
  }
});
