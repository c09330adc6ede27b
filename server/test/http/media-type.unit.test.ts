import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { requireJson } from '../../src/http/checks/media-type.ts';

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf8',
  'application/json; profile=x',
])('%s is accepted', (type) => {
  expect(() => requireJson({ 'content-type': type })).not.toThrow();
});

test.each([
  undefined,
  '',
  'json',
  'text/plain',
  'text/json',
  'application/jsonp',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
])('%s is refused', (type) => {
  expect(refusalOf({ 'content-type': type })).toBe('unsupported_media_type');
});

test.each(['gzip', 'br', 'identity, gzip'])('a body in %s is refused', (encoding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  expect(refusalOf(headers)).toBe('unsupported_media_type');
});

test('the encoding identity is accepted', () => {
  expect(refusalOf({ 'content-type': 'application/json', 'content-encoding': 'identity' })).toBeUndefined();
});

function refusalOf(headers: Record<string, string | undefined>): string | undefined {
  try {
    requireJson(headers);
    return undefined;
  } catch (error) {
    return isCopydeskError(error) ? error.code : String(error);
  }
}
