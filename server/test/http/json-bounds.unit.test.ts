import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { checkBounds, keylessBounds } from '../../src/http/checks/json-bounds.ts';
import { parseJson } from '../../src/http/checks/json.ts';

const few = { depth: 2, values: 6 };
const check = (text: string) => checkBounds(Buffer.from(text), few);

test.each([
  ['as deep as may be', '[[1],{"a":1}]'],
  ['as many values as may be', '[1,2,3,4,5]'],
  ['brackets and commas in strings', '["[[[[[[,,,,,,,,\\"[[[[,,,,\\\\","{{"]'],
  ['a string that does not end', '["[[[[[['],
  ['nothing', ''],
])('accepts %s', (_name, text) => {
  expect(() => check(text)).not.toThrow();
});

test.each([
  ['what is deeper', '[[[1]]]'],
  ['what is deeper, in objects', '{"a":{"b":{}}}'],
  ['more values', '[1,2,3,4,5,6]'],
  ['more names of fields', '{"a":1,"b":2,"c":3}'],
  ['what comes after a string that ends with a backslash', '["\\\\",[[[1]]]]'],
])('refuses %s', (_name, text) => {
  expect(() => check(text)).toThrow(expect.toSatisfy((error) => isCopydeskError(error, 'invalid_request')));
});

test('1,000 whole views fit, and 50,000 names of fields do not', () => {
  const headers = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`x-${index}`, 'a,b']));
  const view = { id: 'x', url: 'x', path: '/', timestamp: 1, userAgent: 'x', referrer: '', status: 200, ip: '::1' };
  const body = JSON.stringify(Array.from({ length: 1_000 }, () => ({ ...view, headers })));
  expect(parseJson(Buffer.from(body), keylessBounds)).toHaveLength(1_000);
  const names = Array.from({ length: 50_000 }, (_, index) => `"${index * 32_768}":0`).join();
  expect(() => parseJson(Buffer.from(`{${names}}`), keylessBounds)).toThrow(/40,000 values/);
});
