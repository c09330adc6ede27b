import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCursor, parseCursor } from '../../src/postgres/statements/cursor.ts';

test('a cursor holds what it was made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (key) => {
      expect(parseCursor(formatCursor(key), () => true)).toBe(key);
    }),
  );
});

test.each(['', 'x', 'am9iXw==', ' am9iXw', 'am9iX x', '\ud800', formatCursor('job_0'), formatCursor('key_\0')])(
  '%j is rejected as a cursor',
  (cursor) => {
    expect(() => parseCursor(cursor, (key) => /^key_\w+$/.test(key))).toThrow('The parameter "cursor" is not a cursor');
  },
);
