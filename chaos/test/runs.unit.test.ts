import { describe, expect, test } from 'vitest';
import { openRuns } from '../src/runs.ts';

function rig() {
  let time = 0;
  const found: string[] = [];
  const runs = openRuns({
    history: { note: () => {}, of: () => [], file: '' },
    violations: { add: (rule) => void found.push(rule), list: () => [] },
    dueAt: () => Promise.resolve(0),
    now: () => (time += 1),
  });
  return { runs, found };
}

describe('a worker that was overtaken', () => {
  test('is reported when it continues to write', () => {
    const { runs, found } = rig();
    runs.reached('a', 'claimed', 'job');
    runs.hit('a', 'stopped', 'job');
    runs.reached('b', 'claimed', 'job');
    runs.reached('a', 'step-stored', 'job');
    expect(found).toEqual(['nothing is written by a stale epoch']);
  });

  test('is excused once for a write that it may have made before it was stopped', () => {
    const { runs, found } = rig();
    runs.reached('a', 'claimed', 'job');
    runs.hit('a', 'stopped');
    runs.reached('b', 'claimed', 'job');
    runs.wrote('a', 'job', 'a push');
    runs.reached('a', 'pushed', 'job');
    expect(found).toEqual([]);
    expect(runs.late()).toBe(1);
    runs.reached('a', 'push-stored', 'job');
    expect(found).toHaveLength(1);
  });

  test('may report that it has released the job', () => {
    const { runs, found } = rig();
    runs.reached('a', 'claimed', 'job');
    runs.hit('a', 'stopped', 'job');
    runs.reached('b', 'claimed', 'job');
    runs.reached('a', 'settled', 'job');
    expect(found).toEqual([]);
  });

  test('is recognised by epochs when a claim was reported late', () => {
    const { runs, found } = rig();
    runs.reached('b', 'claimed', 'job');
    runs.leased('b', 'job', 2);
    runs.reached('a', 'claimed', 'job');
    runs.leased('a', 'job', 1);
    runs.reached('b', 'step-stored', 'job');
    runs.reached('b', 'verified', 'job');
    expect(found).toEqual([]);
    runs.reached('a', 'turn-begun', 'job');
    runs.reached('a', 'step-stored', 'job');
    expect(found).toHaveLength(1);
  });

  test('that was stopped before it reported its claim does not make the next worker stale', () => {
    const { runs, found } = rig();
    runs.reached('b', 'claimed', 'job', 2);
    runs.reached('a', 'claimed', 'job', 1);
    runs.lost('a', 'job');
    runs.reached('b', 'step-stored', 'job');
    runs.reached('b', 'delivery-intended', 'job');
    expect(found).toEqual([]);
  });
});

describe('faults', () => {
  test('count for the jobs that were held at that time, since their last step', () => {
    const { runs } = rig();
    runs.reached('a', 'claimed', 'held');
    runs.reached('a', 'claimed', 'ended');
    runs.reached('a', 'settled', 'ended');
    runs.hit('a', 'killed');
    runs.died('a');
    expect([runs.hitsOf('held').length, runs.hitsOf('ended').length]).toEqual([1, 0]);
    expect(runs.hitsAtStep('held')).toBe(1);
    runs.reached('b', 'claimed', 'held');
    runs.reached('b', 'step-stored', 'held');
    expect(runs.hitsAtStep('held')).toBe(0);
  });
});
