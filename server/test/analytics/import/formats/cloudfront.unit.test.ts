import { expect, test } from 'vitest';
import { cloudfront } from '../../../../src/analytics/import/formats/cloudfront.ts';

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
const fields = {
  date: '2026-11-21',
  time: '05:13:29',
  'x-edge-location': 'FRA56-P1',
  'sc-bytes': '5120',
  'c-ip': '203.0.113.7',
  'cs-method': 'GET',
  'cs(Host)': 'd111111abcdef8.cloudfront.net',
  'cs-uri-stem': '/docs/caf%25C3%25A9',
  'sc-status': '200',
  'cs(Referer)': 'https://a.example/%22',
  'cs(User-Agent)': 'Mozilla/5.0%2520(X11;%2520Linux%2520x86_64)',
  'cs-uri-query': 'a=b',
  'cs(Cookie)': '-',
  'x-edge-result-type': 'Hit',
  'x-edge-request-id': 'SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==',
  'x-host-header': 'docs.example.com',
  'cs-protocol': 'https',
  'sc-content-type': 'text/html',
  'x-forwarded-for': '20.15.240.64',
};
const header = ['#Version: 1.0', `#Fields: ${Object.keys(fields).join(' ')}`];

function read(changes: Partial<typeof fields> = {}) {
  const reader = cloudfront.open(undefined);
  for (const line of header) expect(reader(line)).toBeUndefined();
  return reader(Object.values({ ...fields, ...changes }).join('\t'));
}

test('a line is a request, by the names of the fields', () => {
  expect(read({ 'cs-uri-stem': '/docs/caf%C3%A9' })).toEqual({
    requestId: fields['x-edge-request-id'],
    event: {
      url: 'https://docs.example.com/docs/caf%C3%A9?a=b',
      timestamp: Date.UTC(2026, 10, 21, 5, 13, 29),
      method: 'GET',
      status: 200,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      referrer: 'https://a.example/"',
      headers: undefined,
      contentType: 'text/html',
      // Anybody can send an X-Forwarded-For: the address that CloudFront connected with is public.
      ip: '203.0.113.7',
    },
  });
});

test.each([
  ['encoded once', 'Mozilla/5.0%20(x)', 'Mozilla/5.0 (x)'],
  ['encoded twice', 'Mozilla/5.0%2520(x)', 'Mozilla/5.0 (x)'],
  ['with a percent sign of its own', '100%25', '100%'],
  ['that is no encoding', '100%', '100%'],
])('a user agent %s', (_, sent, userAgent) => {
  expect(read({ 'cs(User-Agent)': sent })).toMatchObject({ event: { userAgent } });
});

test('a request whose reader disconnected before an answer is not served', () => {
  expect(read({ 'sc-status': '000' })).toMatchObject({ drop: 'not_served' });
});

test('a query of - is empty, and a host of - is the name of the distribution', () => {
  expect(read({ 'cs-uri-query': '-', 'x-host-header': '-', 'cs-uri-stem': '/a' })).toMatchObject({
    event: { url: 'https://d111111abcdef8.cloudfront.net/a' },
  });
});

test('logs of version 2 may be JSON lines with the same names', () => {
  expect(cloudfront.open(undefined)(JSON.stringify({ ...fields, 'cs-uri-stem': '/a' }))).toMatchObject({
    requestId: fields['x-edge-request-id'],
    event: { url: 'https://docs.example.com/a?a=b' },
  });
});

test('a line that does not match the named fields cannot be read', () => {
  expect(cloudfront.open(undefined)('2026-11-21\t05:13:29')).toMatchObject({ drop: 'unreadable' });
  const reader = cloudfront.open(undefined);
  for (const line of header) reader(line);
  expect(reader('2026-11-21\t05:13:29')).toMatchObject({ drop: 'unreadable' });
});
