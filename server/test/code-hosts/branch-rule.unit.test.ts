import { expect, test } from 'vitest';
import { matches } from '../../src/code-hosts/branch-rule.ts';

test.each([
  ['copydesk/job_1', '*', true],
  ['copydesk/job_1', 'copydesk/*', true],
  ['copydesk/job_1', '*job*', true],
  ['copydesk/job_1', '*/job_1', true],
  ['copydesk/job_1', 'copydesk/job_1', true],
  ['copydesk/job_1', 'c*k/*_*1', true],
  ['copydesk/job_1', 'main', false],
  ['copydesk/job_1', 'copydesk', false],
  ['copydesk/job_1', 'release-*', false],
  ['copydesk/job_1', '*job_2', false],
  ['aa', 'a*aa', false],
  ['abab', 'ab*b*ab', false],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
  ['', '*', true],
])('%j is a branch of the rule %j: %s', (branch, rule, is) => {
  expect(matches(branch, rule)).toBe(is);
});
