import { expect, test } from 'vitest';
import type { ReportLine } from '../../../scripts/mutate/run/report-line.ts';
import { summarize } from '../../../scripts/mutate/run/run-tests.ts';

const ended = { isStopped: false, how: 'vitest ended with 1' };

function file(failed: boolean): ReportLine {
  return { is: 'file', file: 'a.test.ts', project: 'whole', failed, test: '', message: '', seconds: 1 };
}

function end(reason: string, ...errors: string[]): ReportLine {
  return { is: 'end', reason, errors };
}

test('a run in which each file passes has passed', () => {
  expect(summarize([file(false), end('passed')], ended, '').outcome).toBe('passed');
});

test.each([
  ['a test that fails', [file(true), end('failed')], ''],
  ['an error outside of the tests', [file(false), end('passed', 'not handled')], 'not handled'],
  ['a server of all tests that does not start', [end('failed')], 'initdb: permission denied'],
  ['no report of an end', [file(false)], 'vitest ended with 1\ninitdb: permission denied'],
])('a run has failed with %s', (_, lines, error) => {
  expect(summarize(lines, ended, 'initdb: permission denied')).toMatchObject({ outcome: 'failed', error });
});

test('a run that was ended at its limit is told apart', () => {
  expect(summarize([file(false)], { ...ended, isStopped: true }, '').outcome).toBe('stopped');
});
