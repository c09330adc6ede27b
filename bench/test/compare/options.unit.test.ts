import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../src/compare/options.ts';

const known = ['jobs', 'views', 'start'] as const;

describe('parseOptions', () => {
  it('takes all benches when none is named', () => {
    expect(parseOptions(['HEAD~1'], known)).toEqual({
      kind: 'compare',
      options: { commit: 'HEAD~1', benches: known, failIfWorse: false },
    });
  });

  it('takes the benches that are named, once and in their own order', () => {
    expect(parseOptions(['abc', 'start', 'jobs', 'start', '--fail-if-worse'], known)).toEqual({
      kind: 'compare',
      options: { commit: 'abc', benches: ['jobs', 'start'], failIfWorse: true },
    });
  });

  it('names an unknown bench, and the known ones', () => {
    expect(parseOptions(['abc', 'job'], known)).toEqual({
      kind: 'wrong',
      because: 'Unknown: job. The benches are jobs, views, start.',
    });
  });

  it('asks for a commit', () => {
    expect(parseOptions([], known)).toMatchObject({ kind: 'wrong', because: expect.stringContaining('no commit') });
  });

  it('refuses an unknown option', () => {
    expect(parseOptions(['abc', '--fast'], known)).toMatchObject({
      kind: 'wrong',
      because: expect.stringContaining('--fast'),
    });
  });

  it('shows the help, whatever else is there', () => {
    expect(parseOptions(['--help'], known)).toEqual({ kind: 'help' });
    expect(parseOptions(['abc', 'nothing', '-h'], known)).toEqual({ kind: 'help' });
  });
});
