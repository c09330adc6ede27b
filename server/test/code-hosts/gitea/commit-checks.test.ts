import { expect, test } from 'vitest';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { startGitea } from '../../support/hosts/gitea.ts';
import type { GiteaStatus } from '../../support/hosts/gitea-automation.ts';
import { opened, token } from './support.ts';

const commit = 'a'.repeat(40);

function status(id: number, change: Partial<GiteaStatus> = {}): GiteaStatus {
  return { sha: commit, id, status: 'success', context: 'ci/build', target_url: '', description: '', ...change };
}

test('the newest status of each context is reported, with the page of its job', async () => {
  await using host = await startGitea();
  const job = { context: 'docs / links (pull_request)', target_url: '/acme/docs/actions/runs/12/jobs/1' };
  host.state.automation.statuses.push(
    status(1, { ...job, status: 'pending', description: 'Waiting to run' }),
    status(2, { status: 'failure', target_url: 'https://ci.example/2' }),
    status(3, { ...job, status: 'failure', description: 'Failing after 3s' }),
    status(4, { status: 'success', target_url: 'https://ci.example/4' }),
    status(5, { sha: 'c'.repeat(40), status: 'failure' }),
  );
  const reported = await opened(host).checksOf(commit);
  expect(reported).toMatchObject({ previews: [], isWhole: true });
  expect(reported.checks.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual([
    { key: 'status ci/build', name: 'ci/build', state: 'passed', link: 'https://ci.example/4', summary: undefined },
    {
      key: 'status docs / links (pull_request)',
      name: 'docs / links (pull_request)',
      state: 'failed',
      link: `${host.origin}/acme/docs/actions/runs/12/jobs/1`,
      summary: 'Failing after 3s',
    },
  ]);
});

const job = '/acme/docs/actions/runs/12/jobs/1';

test.each<[Partial<GiteaStatus>, CommitCheck['state']]>([
  [{ status: 'pending' }, 'running'],
  [{ status: 'success' }, 'passed'],
  [{ status: 'failure' }, 'failed'],
  [{ status: 'error' }, 'failed'],
  [{ status: 'warning' }, 'skipped'],
  [{ status: 'skipped' }, 'skipped'],
  [{ status: 'failure', description: 'Has been cancelled', target_url: job }, 'skipped'],
  [{ status: 'failure', description: 'Canceled after 4s', target_url: job }, 'skipped'],
  [{ status: 'failure', description: 'Has been cancelled', target_url: 'https://ci.example/' }, 'failed'],
])('%j is %s', async (change, state) => {
  await using host = await startGitea();
  host.state.automation.statuses.push(status(1, change));
  expect((await opened(host).checksOf(commit)).checks).toMatchObject([{ state }]);
});

test('several pages are read, up to three hundred statuses, and an incomplete result is reported', async () => {
  await using host = await startGitea();
  for (let id = 1; id <= 120; id += 1) host.state.automation.statuses.push(status(id, { context: `ci ${id}` }));
  const whole = await opened(host).checksOf(commit);
  expect([whole.checks.length, whole.isWhole]).toEqual([120, true]);
  for (let id = 121; id <= 400; id += 1) host.state.automation.statuses.push(status(id, { context: `ci ${id}` }));
  host.requests.length = 0;
  const part = await opened(host).checksOf(commit);
  expect([part.checks.length, part.isWhole]).toEqual([300, false]);
  expect(part.checks.map(({ name }) => name)).toContain('ci 400');
  expect(host.requests).toHaveLength(6);
});

test('an invalid link is left out, and a preview is reported', async () => {
  await using host = await startGitea();
  host.state.automation.statuses.push(
    status(1, { context: 'a', target_url: '//evil.example/x' }),
    status(2, { context: 'b', target_url: 'javascript:alert(1)' }),
    status(3, { context: 'netlify', target_url: 'https://deploy-preview-7--docs.netlify.app' }),
  );
  const { checks, previews } = await opened(host).checksOf(commit);
  expect(checks.map(({ link }) => link).filter(Boolean)).toEqual(['https://deploy-preview-7--docs.netlify.app/']);
  expect(previews).toEqual([{ name: 'netlify', link: 'https://deploy-preview-7--docs.netlify.app/' }]);
});

test('a commit without statuses, or without access to them, has no checks', async () => {
  await using host = await startGitea();
  const none = { checks: [], previews: [], isWhole: true };
  expect(await opened(host).checksOf(commit)).toEqual(none);
  host.state.automation.statuses.push(status(1));
  for (const how of [403, 404]) {
    host.faults.push({ times: 1, how: { instead: { status: how, body: { message: 'no' } } } });
    expect(await opened(host).checksOf(commit)).toEqual(none);
  }
  host.faults.push({ how: { instead: { status: 429, headers: { 'retry-after': '20' } } } });
  await expect(opened(host).checksOf(commit)).rejects.toMatchObject({ code: 'code_host_limited' });
});

test('an owner can read the end of the log of an Actions job', async () => {
  await using host = await startGitea();
  const [account] = host.state.users;
  const said = host.state.automation;
  const key = 'status docs / links (push)';
  said.statuses.push(status(1, { context: 'docs / links (push)', status: 'failure', target_url: job }), status(2));
  said.runs = [
    { id: 11, head_sha: commit, jobs: [{ id: 1, name: 'other' }] },
    { id: 12, head_sha: commit, jobs: [71, 72].map((id) => ({ id, name: `${id}` })) },
  ];
  said.logs
    .set(1, 'of another job')
    .set(72, `2026-06-01T12:00:00.0000000Z first\n2026-06-01T12:00:01.0000000Z broken ${token}\n`);
  expect(await opened(host).logOf(commit, key, 1000)).toBeUndefined();
  Object.assign(account ?? {}, { permission: 'owner' });
  expect(await opened(host).logOf(commit, key, 1000)).toBe('first\nbroken …');
  expect(await opened(host).logOf(commit, key, 60)).toBe('broken …');
  expect(await opened(host).logOf(commit, 'status ci/build', 1000)).toBeUndefined();
  expect(await opened(host).logOf(commit, 'status unheard of', 1000)).toBeUndefined();
  said.logs.clear();
  expect(await opened(host).logOf(commit, key, 1000)).toBeUndefined();
  said.runs = undefined;
  expect(await opened(host).logOf(commit, key, 1000)).toBeUndefined();
});

test('an account with write permission can read a job’s log if its page has the job’s number', async () => {
  await using host = await startGitea();
  const said = host.state.automation;
  said.hasNumberedPages = true;
  said.statuses.push(status(1, { status: 'failure', target_url: '/acme/docs/actions/runs/12/jobs/72' }));
  said.runs = [{ id: 12, head_sha: commit, jobs: [71, 72].map((id) => ({ id, name: `${id}` })) }];
  said.logs.set(71, 'well').set(72, 'broken');
  expect(await opened(host).logOf(commit, 'status ci/build', 1000)).toBe('broken');
});

test('the log of a job is found even if its name had to be cleaned', async () => {
  await using host = await startGitea();
  Object.assign(host.state.users[0] ?? {}, { permission: 'owner' });
  const context = `docs  /  \u0007links ${'x'.repeat(400)}`;
  host.state.automation.statuses.push(status(1, { status: 'failure', context, target_url: job }));
  const page = [
    { id: 70, name: 'first' },
    { id: 71, name: 'links' },
  ];
  host.state.automation.runs?.push({ id: 12, head_sha: commit, jobs: page });
  host.state.automation.logs.set(71, 'broken');
  const { checks } = await opened(host).checksOf(commit);
  expect(checks).toMatchObject([{ name: expect.stringMatching(/^docs \/ links x+…$/) }]);
  expect(await opened(host).logOf(commit, checks[0]?.key ?? '', 1000)).toBe('broken');
});
