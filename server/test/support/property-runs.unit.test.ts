import { expect, test } from 'vitest';
import { inTurns, propertyRuns, someOf } from './property-runs.ts';

const letters = 'abcdefghijkl'.split('');

test('a fifth of the inputs is drawn, and as many more as the setting says', () => {
  expect([propertyRuns(100, ''), propertyRuns(100, '1'), propertyRuns(100, '5'), propertyRuns(1, '')]).toEqual([
    20, 100, 500, 1,
  ]);
  expect(() => propertyRuns(100, 'many')).toThrow('set a number above 0');
});

test('places that take turns get all cases together', () => {
  const next = inTurns(letters, '');
  expect([next(), next()]).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]);
  expect([...next(), ...next(), ...next()].join('')).toBe('ghijklabc');
  expect(inTurns(letters, '5')()).toEqual(letters);
});

test('some of the cases are spread evenly', () => {
  expect(someOf(letters, '')).toEqual(['a', 'e', 'i']);
  expect(someOf(letters, '5')).toEqual(letters);
  expect(someOf(['a'], '')).toEqual(['a']);
});
