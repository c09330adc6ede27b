import { describe, expect, it } from 'vitest';
import { time } from '../../src/compare/measure/figure.ts';
import type { Figure } from '../../src/compare/measure/figure.ts';
import { judge } from '../../src/compare/measure/judge.ts';
import type { Samples } from '../../src/compare/measure/judge.ts';
import { randomNumbers } from '../../src/support/random.ts';

const figure = time('a job');

/** Eight rounds of five values around a mean, which vary by a share. */
function lane(mean: number, share: number, seed: number): number[][] {
  const random = randomNumbers(seed);
  return Array.from({ length: 8 }, () => Array.from({ length: 5 }, () => mean * (1 + share * (2 * random() - 1))));
}

function samplesOf(before: [number, number], now: [number, number], share = 0.02): Samples {
  return {
    'before 1': lane(before[0], share, 1),
    'before 2': lane(before[1], share, 2),
    'now 1': lane(now[0], share, 3),
    'now 2': lane(now[1], share, 4),
  };
}

describe('judge', () => {
  it('finds that the working tree is slower', () => {
    const { ratio, noise, verdict } = judge(figure, samplesOf([100, 100], [112, 112]));
    expect(ratio).toBeCloseTo(1.12, 1);
    expect(noise).toBeLessThan(0.05);
    expect(verdict).toBe('worse');
  });

  it('finds that it is quicker', () => {
    expect(judge(figure, samplesOf([100, 100], [85, 85])).verdict).toBe('better');
  });

  it('knows figures of which more is better', () => {
    const rate: Figure = { ...figure, better: 'higher' };
    expect(judge(rate, samplesOf([100, 100], [85, 85])).verdict).toBe('worse');
    expect(judge(rate, samplesOf([100, 100], [120, 120])).verdict).toBe('better');
  });

  it('does not report a difference that a state has from itself', () => {
    const { noise, verdict } = judge(figure, samplesOf([100, 125], [130, 130]));
    expect(noise).toBeGreaterThan(0.2);
    expect(verdict).toBe('no difference');
  });

  it('does not report a difference within the spread of the rounds', () => {
    expect(judge(figure, samplesOf([100, 100], [110, 110], 0.8)).verdict).toBe('no difference');
  });

  it('does not report what is too small for anybody to act', () => {
    expect(judge(figure, samplesOf([100, 100], [103, 103], 0)).verdict).toBe('no difference');
  });

  it('finds a difference on a machine whose speed changes from round to round', () => {
    const slowdowns = [1, 1.6, 1.1, 2, 1.3, 1, 1.8, 1.2];
    const slowed = (rounds: Samples[keyof Samples]): number[][] =>
      rounds.map((values, round) => values.map((value) => value * (slowdowns[round] ?? 1)));
    const quiet = samplesOf([100, 100], [110, 110]);
    const { ratio, noise, verdict } = judge(figure, {
      'before 1': slowed(quiet['before 1']),
      'before 2': slowed(quiet['before 2']),
      'now 1': slowed(quiet['now 1']),
      'now 2': slowed(quiet['now 2']),
    });
    expect(ratio).toBeCloseTo(1.1, 1);
    expect(noise).toBeLessThan(0.05);
    expect(verdict).toBe('worse');
  });

  it('takes the difference of both lanes as the noise when there is one round', () => {
    const samples: Samples = { 'before 1': [[100]], 'before 2': [[110]], 'now 1': [[120]], 'now 2': [[121]] };
    const judged = judge({ ...figure, summary: 'mean' }, samples);
    expect(judged).toMatchObject({ before: 105, now: 120.5, verdict: 'worse' });
    expect(judged.noise).toBeCloseTo(0.1);
  });

  it('concludes nothing from a figure that could not be read', () => {
    const samples: Samples = { 'before 1': [[NaN]], 'before 2': [[NaN]], 'now 1': [[1]], 'now 2': [[1]] };
    expect(judge(figure, samples).verdict).toBe('no difference');
  });

  it('reports at most one of twenty equal states as different', () => {
    expect(wrongOf(100, () => 100)).toBeLessThanOrEqual(5);
  });

  it('does so if a process is slower than another for as long as it lives', () => {
    const random = randomNumbers(9);
    expect(wrongOf(100, () => 100 * (1 + 0.04 * (2 * random() - 1)))).toBeLessThanOrEqual(5);
  });
});

/** How often two equal states are told apart, of so many times. */
function wrongOf(times: number, meanOfLane: () => number): number {
  return Array.from({ length: times }, (_, run) =>
    judge(figure, {
      'before 1': lane(meanOfLane(), 0.3, 4 * run),
      'now 1': lane(meanOfLane(), 0.3, 4 * run + 1),
      'before 2': lane(meanOfLane(), 0.3, 4 * run + 2),
      'now 2': lane(meanOfLane(), 0.3, 4 * run + 3),
    }),
  ).filter(({ verdict }) => verdict !== 'no difference').length;
}
