import { expect, test } from 'vitest';
import { collect } from './support.ts';
import { collectedProject } from '../support/collected-project.ts';

const origins = ['https://docs.example.com', 'https://www.example.net:8443'];

test.each([
  ['https://news.example.org/item?id=1', 'news.example.org'],
  ['HTTPS://WWW.Google.COM/', 'google.com'],
  ['http://localhost:3000/x', 'localhost'],
  ['https://user:secret@chatgpt.com./', 'chatgpt.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://docs.example.com/other', null],
  ['https://www.docs.example.com/', null],
  ['http://example.net/', null],
  ['https://docs.example.com.evil.example/', 'docs.example.com.evil.example'],
  ['/relative', null],
  ['news.example.org', null],
  ['android-app://com.example.app/', null],
  ['javascript:alert(1)', null],
  ['https://', null],
  ['-', null],
  ['', null],
  [`https://${'a.'.repeat(200)}example/`, null],
])('%s is the site %s', async (referrer, host) => {
  const { view } = await collect([{ path: '/a', referrer }], { project: collectedProject({ origins }) });
  expect(view.referrer).toBe(host);
});

test('the own site is recognised by the address of the page', async () => {
  const url = 'https://handbook.example.com/a';
  expect((await collect([{ url, referrer: 'https://www.handbook.example.com/' }])).view.referrer).toBeNull();
  expect((await collect([{ url, referrer: 'https://example.com/' }])).view.referrer).toBe('example.com');
});

test('the referer header applies if the event has no referrer', async () => {
  const headers = { referer: 'https://news.example.org/' };
  expect((await collect([{ path: '/a', headers }])).view.referrer).toBe('news.example.org');
  expect((await collect([{ path: '/a', headers, referrer: 'https://a.example/' }])).view.referrer).toBe('a.example');
});

test.each([
  ['?utm_source=chatgpt.com', 'chatgpt.com'],
  ['?x=1&utm_source=www.Perplexity.ai#y', 'perplexity.ai'],
  ['?utm_source=newsletter', null],
  ['?utm_source=', null],
  ['?utm_source=a.b/c', null],
  ['?my_utm_source=chatgpt.com', null],
])('a product that names itself in the address: %s', async (query, host) => {
  expect((await collect([{ url: `https://docs.example.com/a${query}` }])).view.referrer).toBe(host);
  expect((await collect([{ path: `/a${query}` }])).view.referrer).toBe(host);
});

test('a referrer takes precedence over the address', async () => {
  const url = 'https://docs.example.com/a?utm_source=chatgpt.com';
  expect((await collect([{ url, referrer: 'https://news.example.org/' }])).view.referrer).toBe('news.example.org');
  expect((await collect([{ url, referrer: 'https://docs.example.com/b' }])).view.referrer).toBeNull();
});
