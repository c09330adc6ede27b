import { expect, test } from 'vitest';
import { oneLine } from '../../src/agent/text/one-line.ts';

test.each([
  [' a\n\tb\r\n ', 'a b'],
  ['a\0b\u001B[1mc\u0085d', 'a b [1mc d'],
  ['\u2028a\u00A0 b', 'a b'],
  ['', ''],
])('%j on one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
