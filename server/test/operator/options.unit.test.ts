import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { parseCount, parseStatus } from '../../src/operator/job/job-options.ts';
import { addOrigin, parseExpiry, parsePeople, parseScopes } from '../../src/operator/options.ts';

const now = new Date('2024-03-09T10:00:00Z');

describe('--expires', () => {
  test.each([
    ['90d', '2024-06-07T10:00:00.000Z'],
    ['2024-12-31', '2024-12-31T00:00:00.000Z'],
    ['2024-12-31T08:30:00', '2024-12-31T08:30:00.000Z'],
    ['2024-12-31T08:30:00+02:00', '2024-12-31T06:30:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseExpiry(text, now)).toEqual(new Date(expected));
  });

  test('never is never', () => {
    expect(parseExpiry('never', now)).toBe('never');
  });

  test.each(['', 'soon', '90', '-1d', '0d', '2024-02-30', '2024-13-01', '2024-03-09', '9999999d'])(
    '%j is refused',
    (text) => {
      expect(() => parseExpiry(text, now)).toThrow(InvalidArgumentError);
    },
  );
});

test('scopes are split by commas, each once, and an unknown one is named with all that there are', () => {
  expect(parseScopes('agent:read, admin,agent:read')).toEqual(['agent:read', 'admin']);
  expect(() => parseScopes('agent:read,agent:wirte')).toThrow(
    /"agent:wirte" is not a scope\. The scopes are agent:read/,
  );
});

test('a count has its bounds', () => {
  expect(parseCount(100)('100')).toBe(100);
  for (const text of ['0', '101', '-1', '1.5', '1e2', '']) expect(() => parseCount(100)(text)).toThrow('1 to 100');
});

test('a status is one of four values', () => {
  expect(parseStatus('failed')).toBe('failed');
  expect(() => parseStatus('done')).toThrow('active, completed, archived, failed');
});

describe('--origin', () => {
  test('options add origins one after another, each once, in the form that browsers send', () => {
    const first = addOrigin('https://Docs.Example.com:443/');
    expect(addOrigin('http://localhost:3000', first)).toEqual(['https://docs.example.com', 'http://localhost:3000']);
    expect(addOrigin('https://docs.example.com', first)).toEqual(first);
    expect(addOrigin('https://bücher.example')).toEqual(['https://xn--bcher-kva.example']);
  });

  test.each([
    '',
    '*',
    'null',
    'docs.example.com',
    'https://docs.example.com/guide',
    'https://a@b.example',
    'ftp://x.y',
  ])('%j is refused', (text) => {
    expect(() => addOrigin(text)).toThrow(InvalidArgumentError);
  });
});

test('people can be counted on one side, or on either', () => {
  expect(['browser', 'server', 'either'].map(parsePeople)).toEqual(['browser', 'server', 'either']);
  expect(() => parsePeople('both')).toThrow(InvalidArgumentError);
});
