import { describe, expect, test } from 'vitest';
import { faultPoints } from '../../../server/src/worker/fault-points.ts';
import { kindsOf, nameOf, schedule } from '../../src/faults/schedule.ts';
import type { Fault } from '../../src/faults/schedule.ts';
import { chanceOf } from '../../src/random.ts';

function first(seed: number, count: number): Fault[] {
  return schedule(chanceOf(seed, 'faults')).take(count).toArray();
}

describe('the schedule', () => {
  test('is the same for the same seed, and different for another one', () => {
    expect(first(7, 200)).toEqual(first(7, 200));
    expect(first(7, 200)).not.toEqual(first(8, 200));
  });

  test('begins with one of each kind', () => {
    const kinds = kindsOf(chanceOf(7, 'faults'));
    expect(first(7, kinds.length).map(nameOf).sort()).toEqual(kinds.sort());
  });

  test('contains faults of whole machines if there are several', () => {
    const chance = chanceOf(7, 'faults');
    const machineFaults = ['lose-machine', 'freeze-machine', 'cut-off-machine'];
    expect(kindsOf(chance)).not.toEqual(expect.arrayContaining(['lose-machine']));
    expect(kindsOf(chance, 2)).toEqual(expect.arrayContaining(machineFaults));
    const deck = schedule(chanceOf(7, 'faults'), 2).take(200).toArray().map(nameOf);
    for (const kind of machineFaults) expect(deck.filter((name) => name === kind).length).toBeGreaterThan(2);
  });

  test('kills at each named point within 90 faults', () => {
    const places = first(7, 90).flatMap((fault) =>
      fault.kind === 'kill-worker' && 'point' in fault.when ? [fault.when.point] : [],
    );
    expect([...new Set(places)].sort()).toEqual([...faultPoints].sort());
  });
});
