import { expect, test } from 'vitest';
import type { Answer } from '../../src/request/asked.ts';
import { isPage, mayBeView } from '../../src/request/page.ts';
import { asked } from '../support/asked.ts';

const html = 'text/html; charset=utf-8';

test.each([
  ['/guide', {}, true],
  ['/guide.html', {}, true],
  ['/guide.md', {}, true],
  ['/manual.pdf', {}, true],
  ['/llms.txt', {}, true],
  ['/docs/LLMS-full.txt', {}, true],
  // Paths with an extension are judged when they are answered.
  ['/guides/next.js', {}, true],
  ['/style.css', { 'sec-fetch-dest': 'style' }, false],
  ['/guides/next.js', { 'sec-fetch-dest': 'script' }, false],
  ['/logo.png', { 'sec-fetch-dest': 'image' }, false],
  ['/v1.2', {}, true],
  ['/guide', { 'sec-purpose': 'prefetch;prerender' }, false],
  ['/guide', { purpose: 'prefetch' }, false],
  ['/guide', { 'x-sec-purpose': 'prefetch' }, false],
  ['/guide', { rsc: '1' }, false],
  ['/guide', { 'next-router-prefetch': '1' }, false],
])('%s asked for with %j may be a view: %s', (path, headers, view) => {
  expect(mayBeView(asked({ target: path, headers }))).toBe(view);
});

test.each(['HEAD', 'POST', 'OPTIONS'])('a %s request is not a view', (method) => {
  expect(mayBeView(asked({ method }))).toBe(false);
});

test.each<[string, Answer, boolean]>([
  ['/guide', { status: 200, contentType: html }, true],
  ['/guide', { status: 200, contentType: 'TEXT/HTML' }, true],
  ['/guide', { status: 200, contentType: 'text/markdown' }, true],
  ['/guide', { status: 200, contentType: 'application/json' }, false],
  ['/guide', { status: 200, contentType: 'text/plain' }, false],
  ['/llms.txt', { status: 200, contentType: 'text/plain' }, true],
  ['/guide.md', { status: 200, contentType: 'text/plain; charset=utf-8' }, true],
  ['/guides/next.js', { status: 200, contentType: html }, true],
  ['/guides/next.js', { status: 200, contentType: 'text/javascript' }, false],
  ['/guides/next.js', { status: 404, contentType: html }, false],
  ['/guide.md.txt', { status: 200, contentType: 'text/plain' }, false],
  ['/robots.txt', { status: 200, contentType: 'text/plain' }, false],
  ['/guide', { status: 200, contentType: undefined }, false],
  ['/guide', { status: 206, contentType: html }, false],
  ['/guide', { status: 304, contentType: html }, true],
  ['/guide', { status: 301, contentType: html }, false],
  ['/guide', { status: 500, contentType: html }, false],
  ['/guide', { status: 404, contentType: html }, true],
  ['/guide', { status: 410, contentType: 'text/plain' }, true],
  ['/guide', { status: 404, contentType: undefined }, true],
  ['/guide', { status: 404, contentType: 'application/json' }, false],
])('%s answered as %j is a page: %s', (path, answer, page) => {
  expect(isPage(asked({ target: path, headers: { accept: '*/*' } }), path, answer)).toBe(page);
});

test('an error in JSON counts as a missing page if the request asked for a page', () => {
  const answer = { status: 404, contentType: 'application/json' };
  expect(isPage(asked({ headers: { accept: 'text/markdown, */*' } }), '/guide', answer)).toBe(true);
  expect(isPage(asked({ headers: { accept: 'application/json' } }), '/guide', answer)).toBe(false);
});

test.each([
  [{ 'sec-fetch-dest': 'document' }, true],
  [{ 'sec-fetch-dest': 'empty', accept: 'text/html' }, false],
  [{ 'sec-fetch-dest': 'image' }, false],
  [{ accept: 'text/html' }, true],
  [{ accept: '*/*' }, true],
  [{}, true],
  [{ accept: 'application/json' }, false],
])('without a content type, the request with %j decides whether it is a page: %s', (headers, page) => {
  for (const status of [undefined, 304]) {
    expect(isPage(asked({ headers }), '/guide', { status, contentType: undefined })).toBe(page);
  }
});

test.each([
  ['/guides/next.js', { status: 404, contentType: html }],
  ['/wiki/Node.js', { status: undefined, contentType: undefined }],
  ['/wiki/Node.js', { status: 304, contentType: undefined }],
  ['/guide.md.txt', { status: 200, contentType: 'text/plain' }],
])('%s is a page if a browser navigates to it, with the reply %j', (path, answer) => {
  expect(isPage(asked({ target: path, headers: { 'sec-fetch-dest': 'document' } }), path, answer)).toBe(true);
  expect(isPage(asked({ target: path, headers: { accept: '*/*' } }), path, answer)).toBe(false);
});
