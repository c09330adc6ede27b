import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedOf } from './seed-of.ts';

const now = () => 1_795_000_000_000;

describe('seedOf', () => {
  it('is the same on every run if nothing is set', () => {
    expect(seedOf('', now)).toBe(seedOf(undefined, () => 0));
  });

  it('is the number that is set, also a negative one', () => {
    expect([seedOf('7', now), seedOf('-423962755', now)]).toEqual([7, -423962755]);
  });

  it('changes with the time if it is random', () => {
    expect(seedOf('random', now)).not.toBe(seedOf('random', () => now() + 1));
    expect(seedOf('random', now)).toBe(seedOf('random', now) | 0);
  });

  it.each(['seven', '1.5', '4294967296'])('refuses %s', (setting) => {
    expect(() => seedOf(setting, now)).toThrow('an integer of 32 bits, or random');
  });

  it('is the seed of property tests', () => {
    expect(fc.readConfigureGlobal().seed).toBeTypeOf('number');
    expect(fc.sample(fc.bigInt(), 5)).toEqual(fc.sample(fc.bigInt(), 5));
  });
});
