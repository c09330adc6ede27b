import { describe, expect, test } from 'vitest';
import { alternativesOf, objectionToPattern } from '../../../../src/analytics/classify/refresh/pattern-shape.ts';
import { released } from '../released.ts';

test.each(released.known.named.map(({ id, pattern }) => [id, pattern]))('%s may be tried: %s', (_, pattern) => {
  expect(objectionToPattern(pattern)).toBeUndefined();
});

describe('a pattern is refused that', () => {
  test.each([
    ['repeats a group', String.raw`Acme(?:-\w+)*x`],
    ['repeats a group that repeats', '(?:a+)+b'],
    ['repeats a choice', '(?:a|aa)+b'],
    ['repeats a group without naming an end', '(?:ab){2,}'],
    ['repeats two parts', String.raw`Acme\w*.*x`],
    ['repeats a part within a look', String.raw`Acme\d+(?=.*x)`],
    ['repeats a part that has many ends', '(?:a{0,40}){0,40}b'],
    ['has many ends in a row', 'a{0,40}b{0,40}c{0,40}d'],
    ['has many choices', `${'(?:a|aa)'.repeat(20)}b`],
    ['may be missing at every place', `${'a?'.repeat(30)}b`],
    ['looks behind', '(?<=x)Acme'],
    ['refers back', String.raw`(Acme)\1`],
    ['matches nothing', 'Acme|'],
    ['matches nothing by a star', '.*'],
    ['is none', 'Acme('],
    ['is too long', 'Acme'.repeat(200)],
  ])('%s: %s', (_, pattern) => {
    expect(objectionToPattern(pattern)).toEqual(expect.any(String));
  });
});

test('alternatives are split only outside of groups', () => {
  expect(alternativesOf(String.raw`Acme|(?:a|b)[|]c\||Code`)).toEqual(['Acme', String.raw`(?:a|b)[|]c\|`, 'Code']);
});
