import { describe, expect, test } from 'vitest';
import { combined } from '../../../../src/analytics/import/formats/combined.ts';

const read = combined.open(undefined);
const at = Date.UTC(2026, 10, 21, 5, 13, 29);
const event = (line: string) => {
  const reported = read(line);
  return reported !== undefined && 'event' in reported ? reported.event : reported;
};

test('a line of the combined format is a request', () => {
  const line =
    '2001:db8::7 - - [21/Nov/2026:05:13:29 +0000] "GET /docs?x=1 HTTP/2.0" 200 5120 "https://example.com/a" "Mozilla/5.0"';
  expect(read(line)).toEqual({
    event: {
      path: '/docs?x=1',
      timestamp: at,
      method: 'GET',
      status: 200,
      userAgent: 'Mozilla/5.0',
      referrer: 'https://example.com/a',
      headers: undefined,
      ip: '2001:db8::7',
    },
  });
});

test.each([
  ['a virtual host', 'docs.example.com 203.0.113.7 - -', { url: 'https://docs.example.com/a', ip: '203.0.113.7' }],
  ['one with a port', 'docs.example.com:443 203.0.113.7 - -', { url: 'https://docs.example.com:443/a' }],
  ['one without TLS', 'docs.example.com:80 203.0.113.7 - -', { url: 'http://docs.example.com:80/a' }],
  ['one of IPv6', '[2001:db8::1]:443 2001:db8::2 - -', { url: 'https://[2001:db8::1]:443/a', ip: '2001:db8::2' }],
  ['one and the name of the reader', 'docs.example.com crawl.example.net - -', { url: 'https://docs.example.com/a' }],
  ['the name of the reader', 'crawl.example.net - -', { path: '/a', ip: undefined }],
  ['a user with a blank', '203.0.113.7 - john doe', { path: '/a', ip: '203.0.113.7' }],
  ['an identity', '203.0.113.7 ident john', { path: '/a', ip: '203.0.113.7' }],
])('the part before the time may contain %s', (_, who, expected) => {
  expect(event(`${who} [21/Nov/2026:05:13:29 +0000] "GET /a HTTP/1.1" 200 1 "-" "x"`)).toMatchObject(expected);
});

test('a given host replaces one that the log does not contain', () => {
  const line = '203.0.113.7 - - [21/Nov/2026:05:13:29 +0000] "GET /a HTTP/1.1" 200 1';
  expect(combined.open('docs.example.com')(line)).toMatchObject({ event: { url: 'https://docs.example.com/a' } });
});

test.each([
  ['21/Nov/2026:06:13:29 +0100', at],
  ['20/Nov/2026:23:43:29 -0530', at],
  ['28/Feb/2024:23:59:60 +0000', undefined],
  ['29/Feb/2024:00:00:00 +0000', Date.UTC(2024, 1, 29)],
  ['29/Feb/2023:00:00:00 +0000', undefined],
  ['21/Foo/2026:05:13:29 +0000', undefined],
  ['21/Nov/2026:25:13:29 +0000', undefined],
])('the time %s is read with its offset, or not at all', (time, expected) => {
  const reported = event(`203.0.113.7 - - [${time}] "GET /a HTTP/1.1" 200 1 "-" "x"`);
  expect(reported).toMatchObject(expected === undefined ? { drop: 'unreadable' } : { timestamp: expected });
});

describe('escapes of servers are decoded', () => {
  test.each([
    ['nginx, UTF-8', String.raw`/caf\xC3\xA9`, '/caf%C3%A9'],
    ['Apache, UTF-8', String.raw`/caf\xc3\xa9`, '/caf%C3%A9'],
    ['no UTF-8', String.raw`/a\xFFb`, '/a%FFb'],
    ['nginx, a quote and a backslash', String.raw`/a\x22b\x5Cc`, String.raw`/a"b\c`],
    ['Apache, a quote and a backslash', String.raw`/a\"b\\c`, String.raw`/a"b\c`],
    ['a tab', String.raw`/a\tb`, '/a\tb'],
    ['a blank', '/a b', '/a b'],
  ])('in the address: %s', (_, escaped, path) => {
    expect(event(`1.1.1.1 - - [21/Nov/2026:05:13:29 +0000] "GET ${escaped} HTTP/1.1" 200 1 "-" "x"`)).toMatchObject({
      path,
    });
  });

  test('in the user agent and the referrer', () => {
    const line = String.raw`1.1.1.1 - - [21/Nov/2026:05:13:29 +0000] "GET / HTTP/1.1" 200 1 "https://a/\"\\" "\xC3\xBC \x22x\x22"`;
    expect(event(line)).toMatchObject({ userAgent: 'ü "x"', referrer: String.raw`https://a/"\ `.trim() });
  });

  test('as well as quotes that a server does not escape', () => {
    const line = '1.1.1.1 - - [21/Nov/2026:05:13:29 +0000] "GET /a"b HTTP/1.1" 200 1 "-" "Mozilla "x" 5"';
    expect(event(line)).toMatchObject({ path: '/a"b', userAgent: 'Mozilla "x" 5' });
  });
});

const lineOf = (peer: string, rest: string) =>
  `${peer} - - [21/Nov/2026:05:13:29 +0000] "GET / HTTP/1.1" 200 1 "-" "x"${rest}`;

describe('fields after the user agent', () => {
  test.each([
    [
      'of a proxy in the own network: the last public address',
      '10.0.0.5',
      '"1.2.3.4, 198.51.100.9, 10.0.0.2"',
      '198.51.100.9',
    ],
    ['of a proxy on the same machine', '::1', '"2001:db8::9"', '2001:db8::9'],
    ['of anybody else: what they say counts for nothing', '203.0.113.7', '"20.15.240.64"', '203.0.113.7'],
    ['of a proxy that adds none', '10.0.0.5', '"-"', '10.0.0.5'],
  ])('X-Forwarded-For %s', (_, peer, forwarded, ip) => {
    expect(event(lineOf(peer, ` ${forwarded}`))).toMatchObject({ ip });
  });

  test.each([' 0.004', ' "-" 0.004 [upstream] - 200', ' "gzip"'])('other fields are skipped: %s', (rest) => {
    expect(event(lineOf('203.0.113.7', rest))).toMatchObject({ ip: '203.0.113.7', userAgent: 'x' });
  });
});

test.each([
  ['"-" 408 0 "-" "-"', { drop: 'method' }],
  [String.raw`"\x16\x03\x01\x02\x00\x01\x00" 400 157 "-" "-"`, { drop: 'method' }],
  ['"CONNECT example.com:443 HTTP/1.1" 405 0 "-" "-"', { drop: 'method' }],
  ['"GET /a HTTP/1.1" - 0 "-" "-"', { drop: 'not_served' }],
  ['"GET /a HTTP/1.1" 000 0 "-" "-"', { drop: 'not_served' }],
  ['"GET /a" 200 5', { path: '/a' }],
  ['"GET http://other.example/a HTTP/1.1" 200 5', { url: 'http://other.example/a' }],
  ['"GET /a HTTP/1.1" 200', { drop: 'unreadable' }],
  ['"GET /a HTTP/1.1', { drop: 'unreadable' }],
])('%s', (rest, expected) => {
  expect(event(`203.0.113.7 - - [21/Nov/2026:05:13:29 +0000] ${rest}`)).toMatchObject(expected);
});

test('a very long line is judged quickly', () => {
  for (const part of [' [', '"', '\\', ' ', '" "', '[x] "']) {
    expect(event(part.repeat(200_000))).toMatchObject({ drop: 'unreadable' });
  }
});
