import { expect, test } from 'vitest';
import { jsonl } from '../../../../src/analytics/import/formats/jsonl.ts';

const at = Date.UTC(2026, 10, 21, 5, 13, 29);
const read = (entry: object) => {
  const reported = jsonl.open(undefined)(JSON.stringify(entry));
  return reported !== undefined && 'event' in reported ? reported.event : reported;
};

const seen = { timestamp: at, status: 200, method: 'GET', ip: '203.0.113.7' };

test.each([
  [
    // https://learn.microsoft.com/azure/frontdoor/front-door-diagnostics
    'Azure Front Door',
    {
      time: '2026-11-21T05:13:29.0000000Z',
      category: 'FrontDoorAccessLog',
      properties: {
        httpMethod: 'GET',
        requestUri: 'https://docs.example.com:443/a',
        httpStatusCode: '200',
        userAgent: 'x',
        clientIp: '203.0.113.7',
        isReceivedFromClient: true,
      },
    },
    { ...seen, url: 'https://docs.example.com:443/a', userAgent: 'x' },
  ],
  [
    // https://techdocs.akamai.com/datastream2/docs/data-set-parameters
    'Akamai DataStream 2, which encodes what is no plain text',
    {
      reqTimeSec: '1795238009.000',
      cliIP: '203.0.113.7',
      statusCode: '200',
      reqHost: 'docs.example.com',
      reqMethod: 'GET',
      reqPath: '/a',
      UA: 'Mozilla%2F5.0%20(X11%3B%20Linux)',
      referer: 'https%3A%2F%2Fnews.example.com%2F',
      rspContentType: 'text/html',
    },
    {
      ...seen,
      url: 'https://docs.example.com/a',
      userAgent: 'Mozilla/5.0 (X11; Linux)',
      referrer: 'https://news.example.com/',
      contentType: 'text/html',
    },
  ],
])('%s', (_, entry, event) => {
  expect(read(entry)).toMatchObject(event);
});

test('an invalid encoding stays as it is', () => {
  const userAgent = 'x%20%E0%A4';
  expect(read({ time: at, path: '/', status: 200, userAgent })).toMatchObject({ userAgent });
});

test('internal requests of Azure Front Door are skipped', () => {
  const properties = { httpMethod: 'GET', requestUri: 'https://docs.example.com:443/a', isReceivedFromClient: false };
  expect(read({ time: '2026-11-21T05:13:29Z', properties })).toBeUndefined();
});

test('after lines with a status and a user agent, a line that has them under other names cannot be read', () => {
  const line = jsonl.open(undefined);
  const reported = (entry: object) => {
    const answer = line(JSON.stringify({ time: at, path: '/a', ...entry }));
    return answer !== undefined && ('event' in answer ? 'counted' : answer.drop);
  };
  expect(reported({ status: 200, userAgent: 'x' })).toBe('counted');
  expect(reported({ answer: 200, userAgent: 'x' })).toBe('unreadable');
  expect(reported({ status: 200, visitorAgent: 'x' })).toBe('unreadable');
  expect(reported({ status: 200, http: { 'user-agent': 'x' } })).toBe('unreadable');
  // The client has sent none.
  expect(reported({ status: 200 })).toBe('counted');
  expect(reported({ status: 404, userAgent: 'y' })).toBe('counted');
});
