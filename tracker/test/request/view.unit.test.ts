import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredView, pathOf, viewOf } from '../../src/request/view.ts';
import { asked } from '../support/asked.ts';

const moment = { id: '01a1fc9c-3699-79ec-a173-421d29fed210', at: 1_795_239_458_457, proxies: 0 };

test('a view contains what counting needs, and no secret', () => {
  const headers = {
    'user-agent': 'Mozilla/5.0',
    referer: 'https://chatgpt.com/c/1?q=secret#secret',
    accept: 'text/html',
    'signature-agent': '"https://chatgpt.com"',
    cookie: 'secret',
    authorization: 'secret',
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'other.example',
  };
  expect(
    viewOf(asked({ target: '/reset?token=secret&utm_source=chatgpt.com&utm_campaign=x#y', headers }), moment),
  ).toEqual({
    id: moment.id,
    url: 'http://docs.example.com/reset?utm_source=chatgpt.com',
    timestamp: moment.at,
    userAgent: 'Mozilla/5.0',
    referrer: 'https://chatgpt.com/c/1',
    headers: { accept: 'text/html', 'signature-agent': '"https://chatgpt.com"' },
    ip: '192.0.2.1',
  });
});

test.each([
  ['198.51.100.7', 1, '198.51.100.7'],
  ['forged, 198.51.100.7', 1, '198.51.100.7'],
  ['forged, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['198.51.100.7', 2, '198.51.100.7'],
  ['198.51.100.7:4711', 1, '198.51.100.7'],
  ['[2001:db8::7]:4711', 1, '2001:db8::7'],
  ['2001:db8::7', 1, '2001:db8::7'],
  [undefined, 1, '192.0.2.1'],
  ['', 1, '192.0.2.1'],
])('X-Forwarded-For: %s behind %i proxies is %s', (forwardedFor, proxies, ip) => {
  const headers = {
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'docs.example.org',
  };
  const view = viewOf(asked({ headers }), { ...moment, proxies });
  expect([view.ip, view.url]).toEqual([ip, 'https://docs.example.org/guide']);
});

test.each([undefined, '', 'a b', 'evil/..', 'x@y'])('with the invalid host %j only the path is sent', (host) => {
  expect(viewOf(asked({ host }), moment)).toMatchObject({ path: '/guide' });
});

test('a view contains the status, and the type cut to a hundred characters', () => {
  const view = viewOf(asked({}), moment);
  expect(answeredView(view, { status: 200, contentType: `text/html; ${'x'.repeat(200)}` })).toEqual({
    ...view,
    status: 200,
    contentType: `text/html; ${'x'.repeat(89)}`,
  });
  expect(answeredView(view, { status: undefined, contentType: undefined })).toEqual(view);
});

test('long values are cut, so that a flood of long requests fits into memory', () => {
  const long = 'x'.repeat(20_000);
  const view = viewOf(
    asked({ target: `/${long}`, headers: { 'user-agent': long, accept: long, referer: long } }),
    moment,
  );
  expect(JSON.stringify(view).length).toBeLessThan(9_000);
});

test.each([
  ['/a?b#c', '/a'],
  ['http://docs.example.com/a?b', '/a'],
  ['https://docs.example.com', '/'],
  ['?a', '/'],
  ['//evil.example/a', '//evil.example/a'],
])('the path of %s is %s', (target, path) => {
  expect(pathOf(target)).toBe(path);
});

test('no part of a query except utm_source is sent, for any target', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const { url } = viewOf(asked({ target: `${path}?${query}` }), moment);
      expect(url).toMatch(/^[^?#]*(\?utm_source=[\w.%+-]+)?$/);
    }),
  );
});
