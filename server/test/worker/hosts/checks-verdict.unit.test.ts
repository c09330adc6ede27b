import { expect, test } from 'vitest';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { blame, stateOf } from '../../../src/worker/hosts/checks-verdict.ts';

const check = (name: string, state: CommitCheck['state']): CommitCheck => {
  return { key: name, name, state, link: undefined, summary: undefined };
};

const part = (...checks: CommitCheck[]) => ({ checks, isWhole: false });
const whole = (checks: CommitCheck[]) => ({ checks, isWhole: true });

test('the state of several checks is running while one runs, then failed if one failed', () => {
  expect(stateOf(whole([]))).toBe('none');
  expect(stateOf(whole([check('a', 'failed'), check('b', 'running')]))).toBe('running');
  expect(stateOf(whole([check('a', 'failed'), check('b', 'passed')]))).toBe('failed');
  expect(stateOf(whole([check('a', 'skipped'), check('b', 'passed')]))).toBe('passed');
});

test('checks that were not read count neither as passed nor as failed', () => {
  expect(stateOf(part(check('a', 'passed')))).toBe('running');
  expect(stateOf(part(check('a', 'passed'), check('b', 'failed')))).toBe('failed');
  expect(stateOf(part(check('a', 'running'), check('b', 'failed')))).toBe('running');
  expect(blame(check('build', 'failed'), part(check('lint', 'passed')))).toBe('unknown');
  expect(blame(check('build', 'failed'), part(check('build', 'passed')))).toBe('own');
  expect(blame(check('build', 'failed'), part(check('build', 'failed')))).toBe('base');
});

test('a failure is attributed to the base if the check of the same name fails there', () => {
  const failed = check('build', 'failed');
  expect(blame(failed, whole([check('lint', 'failed'), check('build', 'passed')]))).toBe('own');
  expect(blame(failed, whole([]))).toBe('own');
  expect(blame(failed, whole([check('build', 'failed')]))).toBe('base');
  expect(blame(failed, whole([check('build', 'running')]))).toBe('unknown');
  expect(blame(failed, whole([check('build', 'running'), check('build', 'failed')]))).toBe('base');
});

test.each([
  ['CI / build (pull_request)', 'CI / build (push)'],
  ['ci/woodpecker/pr/build', 'ci/woodpecker/push/build'],
  ['continuous-integration/drone/pr', 'continuous-integration/drone/push'],
])('%s is the same check as %s', (there, here) => {
  expect(blame(check(there, 'failed'), whole([check(here, 'failed')]))).toBe('base');
});

test('a check with another name is not the same', () => {
  expect(blame(check('CI / build (linux)', 'failed'), whole([check('CI / build (macos)', 'failed')]))).toBe('own');
});
