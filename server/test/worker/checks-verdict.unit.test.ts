import { expect, test } from 'vitest';
import type { CommitCheck } from '../../src/code-hosts/host-checks.ts';
import { blame, stateOf } from '../../src/worker/checks-verdict.ts';

const check = (name: string, state: CommitCheck['state']): CommitCheck => {
  return { key: name, name, state, link: undefined, summary: undefined };
};

test('checks together are running as long as one is, and failed by one', () => {
  expect(stateOf([])).toBe('none');
  expect(stateOf([check('a', 'failed'), check('b', 'running')])).toBe('running');
  expect(stateOf([check('a', 'failed'), check('b', 'passed')])).toBe('failed');
  expect(stateOf([check('a', 'skipped'), check('b', 'passed')])).toBe('passed');
});

test('a failure is the base when the check of its name fails there', () => {
  const failed = check('build', 'failed');
  expect(blame(failed, [check('lint', 'failed'), check('build', 'passed')])).toBe('own');
  expect(blame(failed, [])).toBe('own');
  expect(blame(failed, [check('build', 'failed')])).toBe('base');
  expect(blame(failed, [check('build', 'running')])).toBe('unknown');
  expect(blame(failed, [check('build', 'running'), check('build', 'failed')])).toBe('base');
});

test.each([
  ['CI / build (pull_request)', 'CI / build (push)'],
  ['ci/woodpecker/pr/build', 'ci/woodpecker/push/build'],
  ['continuous-integration/drone/pr', 'continuous-integration/drone/push'],
])('%s is the same check as %s', (there, here) => {
  expect(blame(check(there, 'failed'), [check(here, 'failed')])).toBe('base');
});

test('another check is not the same', () => {
  expect(blame(check('CI / build (linux)', 'failed'), [check('CI / build (macos)', 'failed')])).toBe('own');
});
