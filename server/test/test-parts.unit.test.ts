import { describe, expect, test } from 'vitest';
import { nearestTests } from '../../scripts/check/nearest-tests.ts';
import type { FileRecord, PartRecord } from '../../scripts/tests/record.ts';
import { summarise } from '../../scripts/tests/summary.ts';

function ran(...files: (Partial<FileRecord> & { path: string })[]): PartRecord {
  const plain = { seconds: 1, passed: 1, failed: 0, skipped: 0, isBroken: false };
  return { seconds: 2, files: files.map((file) => ({ ...plain, ...file })) };
}

describe('the summary of a run', () => {
  const files = ['server/test/a.unit.test.ts', 'server/test/b.test.ts', 'server/test/c.long.test.ts'];
  const [unit, whole, long] = files.map((path) => ran({ path }));

  test('has no fault when each test file has run and none failed', () => {
    const { faults, lines } = summarise(files, (part) => ({ unit, whole, long })[part]);
    expect(faults).toEqual([]);
    expect(lines.join('\n')).toContain('The slowest 3 of 3 files');
  });

  test.each([
    ['a part that did not run', { unit, whole, long: undefined }, 'The part "long" did not run: 1 test files.'],
    [
      'a file that did not run',
      { unit, whole: ran(), long },
      'The part "whole" did not run 1 test files: server/test/b.test.ts',
    ],
    [
      'a file whose tests failed',
      { unit: ran({ path: 'server/test/a.unit.test.ts', failed: 1 }), whole, long },
      'Failed in the part "unit": server/test/a.unit.test.ts',
    ],
    [
      'a file that cannot be loaded',
      { unit, whole, long: ran({ path: 'server/test/c.long.test.ts', passed: 0, isBroken: true }) },
      'Failed in the part "long": server/test/c.long.test.ts',
    ],
  ])('names %s', (_, records, fault) => {
    expect(summarise(files, (part) => records[part]).faults).toEqual([fault]);
  });

  test('lists the slowest files first', () => {
    const slow = ran({ path: 'x.unit.test.ts', seconds: 3 }, { path: 'y.unit.test.ts', seconds: 9 });
    const { lines } = summarise([], () => slow);
    expect(lines.findIndex((line) => line.endsWith('y.unit.test.ts'))).toBeLessThan(
      lines.findIndex((line) => line.endsWith('x.unit.test.ts')),
    );
  });
});

describe('the tests nearest to a change', () => {
  const files = [
    'server/test/jobs/claim/claim.test.ts',
    'server/test/jobs/claim/lease.long.test.ts',
    'server/test/jobs/states.unit.test.ts',
    'contract/test/errors.unit.test.ts',
  ];

  test.each([
    [
      'in the folder that mirrors the source',
      'server/src/jobs/claim/lease.ts',
      ['server/test/jobs/claim/claim.test.ts'],
    ],
    ['in the nearest folder above', 'server/src/jobs/settle/archive.ts', ['server/test/jobs/states.unit.test.ts']],
    ['themselves', 'contract/test/errors.unit.test.ts', ['contract/test/errors.unit.test.ts']],
    ['none for what has no tests', 'docs/tour.md', []],
  ])('are those %s', (_, changed, expected) => {
    expect(nearestTests([changed], files)).toEqual(expected);
  });
});
