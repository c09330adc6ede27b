import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/http/checks/json.ts';

test('reads UTF-8, and skips a byte-order mark', () => {
  expect(parseJson(Buffer.from('{"prompt":"Grüße 🦊"}'))).toEqual({ prompt: 'Grüße 🦊' });
  expect(parseJson(Buffer.from('\uFEFF{"prompt":"x"}'))).toEqual({ prompt: 'x' });
});

const pointsAtTheWhole = (error: unknown) => isCopydeskError(error, 'invalid_json') && error.errors[0]?.pointer === '';

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a byte-order mark alone', Buffer.from('\uFEFF')],
  ['half an object', Buffer.from('{"prompt":')],
  ['a trailing comma', Buffer.from('{"prompt":"x",}')],
  ['a second value', Buffer.from('{} {}')],
  ['a lone continuation byte', Buffer.from([0x22, 0x80, 0x22])],
  ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['UTF-16', Buffer.from('{"prompt":"x"}', 'utf16le')],
  ['a raw control character in a string', Buffer.from('"\u0001"')],
  ['brackets that never close', Buffer.from('['.repeat(200_000))],
])('refuses %s', (_name, body) => {
  expect(() => parseJson(body)).toThrow(expect.toSatisfy(pointsAtTheWhole));
});

test('reads deeply nested JSON without a stack overflow', () => {
  const depth = 100_000;
  expect(Array.isArray(parseJson(Buffer.from('['.repeat(depth) + ']'.repeat(depth))))).toBe(true);
});
