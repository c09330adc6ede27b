import { expect, test } from 'vitest';
import type { HelperCall } from '../../src/ledger.ts';
import { brokenHelp } from '../../src/rules/help.ts';

const call = (number: number, outcome: HelperCall['outcome'] = 'answered'): HelperCall => ({
  number,
  process: 'worker-1.1',
  at: 0,
  outcome,
});

/** A job whose steps contain one call of its helper each. */
function storing(numbers: number[], helperCost = numbers.reduce((sum, number) => sum + number, 0)) {
  const steps = numbers.map((number, index) => ({
    number: index + 1,
    turn: 1,
    call: undefined,
    edit: false,
    helped: [number],
  }));
  return { steps, helperCost };
}

test('each call of the helper is stored and priced once', () => {
  expect(brokenHelp(storing([3, 7]), [call(3), call(7)], 0)).toEqual([]);
  expect(brokenHelp(storing([3]), [call(3), call(5, 'refused')], 0)).toEqual([]);
});

test('one call per fault may be paid without being stored', () => {
  const calls = [call(3), call(5, 'left'), call(7, 'cut')];
  expect(brokenHelp(storing([3]), calls, 2)).toEqual([]);
  expect(brokenHelp(storing([3]), calls, 1)).toEqual([
    '3 calls of the helper were paid and 1 are stored, with 1 faults',
  ]);
});

test.each<[string, ReturnType<typeof storing>, HelperCall[]]>([
  ['stored twice', storing([3, 3]), [call(3)]],
  ['made up', storing([4]), [call(3)]],
  ['stored and never answered', storing([3]), [call(3, 'left')]],
  ['priced twice', storing([3], 6), [call(3)]],
  ['not priced', storing([3], 0), [call(3)]],
])('one that is %s is seen', (_, facts, calls) => {
  expect(brokenHelp(facts, calls, 9)).toHaveLength(1);
});
