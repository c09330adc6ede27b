import { describe, expect, test } from 'vitest';
import { caddy } from '../../../../src/analytics/import/formats/caddy.ts';
import { jsonl } from '../../../../src/analytics/import/formats/jsonl.ts';
import { vercel } from '../../../../src/analytics/import/formats/vercel.ts';
import type { LogFormat } from '../../../../src/analytics/import/formats/format.ts';

const at = Date.UTC(2026, 10, 21, 5, 13, 29);
const read = (format: LogFormat, entry: unknown) => {
  const reported = format.open(undefined)(typeof entry === 'string' ? entry : JSON.stringify(entry));
  return reported !== undefined && 'event' in reported ? reported.event : reported;
};

describe('jsonl', () => {
  const seen = { timestamp: at, status: 200, userAgent: 'x', ip: '203.0.113.7' };

  test.each([
    [
      'events of a collect request',
      {
        id: '0190d8a5-7b1c-7000-8000-00000000000a',
        url: 'https://docs.example.com/a',
        timestamp: at,
        status: 200,
        userAgent: 'x',
        ip: '203.0.113.7',
        headers: { Accept: ['text/html', '*/*'], Cookie: 'secret' },
      },
      {
        ...seen,
        id: '0190d8a5-7b1c-7000-8000-00000000000a',
        url: 'https://docs.example.com/a',
        headers: { accept: 'text/html, */*' },
      },
    ],
    [
      'nginx, by its variables',
      {
        time_iso8601: '2026-11-21T06:13:29+01:00',
        remote_addr: '203.0.113.7',
        request: 'GET /a?b HTTP/1.1',
        status: '200',
        http_user_agent: 'x',
        http_referer: '-',
        host: 'docs.example.com',
      },
      { ...seen, url: 'https://docs.example.com/a?b', method: 'GET', referrer: undefined, headers: undefined },
    ],
    [
      // https://doc.traefik.io/traefik/observability/access-logs/
      'Traefik',
      {
        ClientHost: '203.0.113.7',
        DownstreamStatus: 200,
        RequestHost: 'docs.example.com',
        RequestMethod: 'GET',
        RequestPath: '/a',
        StartUTC: '2026-11-21T05:13:29.000000001Z',
        'request_User-Agent': 'x',
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      'Traefik with the headers kept',
      {
        DownstreamStatus: 200,
        RequestPath: '/a',
        StartUTC: '2026-11-21T05:13:29Z',
        ClientHost: '203.0.113.7',
        'request_User-Agent': 'x',
        request_Accept: 'text/markdown',
        'request_Accept-Encoding': 'gzip',
        request_Authorization: 'secret',
      },
      { ...seen, headers: { 'user-agent': 'x', accept: 'text/markdown', 'accept-encoding': 'gzip' } },
    ],
    [
      // https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
      'Cloudflare Logpush, with nanoseconds',
      {
        ClientIP: '203.0.113.7',
        ClientRequestHost: 'docs.example.com',
        ClientRequestMethod: 'GET',
        ClientRequestURI: '/a',
        ClientRequestUserAgent: 'x',
        EdgeResponseStatus: 200,
        EdgeStartTimestamp: at * 1e6,
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      // https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#HttpRequest
      'Google Cloud',
      {
        timestamp: '2026-11-21T05:13:29Z',
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: 'https://docs.example.com/a',
          status: 200,
          userAgent: 'x',
          remoteIp: '203.0.113.7',
        },
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      // https://www.elastic.co/guide/en/ecs/current/ecs-http.html
      'the Elastic Common Schema',
      {
        '@timestamp': '2026-11-21T05:13:29Z',
        'http.request.method': 'GET',
        url: { original: '/a', domain: 'docs.example.com' },
        'user_agent.original': 'x',
        source: { ip: '203.0.113.7' },
        http: { response: { status_code: 200 } },
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      // https://www.fastly.com/documentation/guides/integrations/logging/useful-log-formats/
      'Fastly, as its example of JSON has it',
      {
        timestamp: '2026-11-21T05:13:29+0000',
        client_ip: '203.0.113.7',
        host: 'docs.example.com',
        url: '/a',
        request_method: 'GET',
        request_user_agent: 'x',
        response_status: 200,
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      // https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
      'Envoy',
      {
        start_time: '2026-11-21T05:13:29.000Z',
        method: 'GET',
        path: '/a',
        authority: 'docs.example.com',
        response_code: 200,
        user_agent: 'x',
        downstream_remote_address: '203.0.113.7:50312',
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      // https://docs.netlify.com/monitor-sites/log-drains/
      'Netlify, a log drain of traffic',
      {
        log_type: 'traffic',
        timestamp: '2026-11-21T05:13:29.000Z',
        url: 'https://docs.example.com/a',
        method: 'GET',
        status_code: 200,
        user_agent: 'x',
        client_ip: '203.0.113.7',
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
    [
      'pino-http',
      {
        time: at,
        req: {
          method: 'GET',
          url: '/a',
          headers: { host: 'docs.example.com', 'user-agent': 'x' },
          remoteAddress: '203.0.113.7',
        },
        res: { statusCode: 200 },
      },
      { ...seen, url: 'https://docs.example.com/a' },
    ],
  ])('%s', (_, entry, expected) => {
    expect(read(jsonl, entry)).toMatchObject(expected);
  });

  test.each([
    [at],
    [at / 1000],
    [String(at / 1000)],
    [at * 1000],
    ['21/Nov/2026:06:13:29 +0100'],
    ['2026-11-21 05:13:29'],
    ['2026/11/21 05:13:29'],
    ['2026-11-21 06:13:29 +0100'],
    ['Sat, 21 Nov 2026 05:13:29 GMT'],
  ])('the time %s', (time) => {
    expect(read(jsonl, { time, path: '/' })).toMatchObject({ timestamp: at });
  });

  test('seconds keep their milliseconds', () => {
    expect(read(jsonl, { msec: '1795237200.123', path: '/' })).toMatchObject({ timestamp: 1_795_237_200_123 });
  });

  test("headers that nginx logs one by one are known when browsers' headers are among them", () => {
    const entry = { time: at, uri: '/', http_accept: 'text/markdown', http_x_y: 'z', http_sec_fetch_mode: '' };
    expect(read(jsonl, entry)).toMatchObject({ headers: { accept: 'text/markdown', 'x-y': 'z' } });
    expect(read(jsonl, { time: at, uri: '/', http_accept: 'text/markdown' })).toMatchObject({ headers: undefined });
  });

  test.each([
    [{ contentType: 'text/html' }],
    [{ sent_http_content_type: 'text/html' }],
    [{ res: { headers: { 'content-type': 'text/html' } } }],
    [{ 'http.response.mime_type': 'text/html' }],
    [{ 'downstream_Content-Type': 'text/html' }],
    [{ EdgeResponseContentType: 'text/html' }],
  ])('the type of the answer is in %j', (answer) => {
    expect(read(jsonl, { time: at, uri: '/', ...answer })).toMatchObject({ contentType: 'text/html' });
  });

  test('the type of the request is not that of the answer', () => {
    const entry = { time: at, uri: '/', content_type: 'application/json', sent_http_content_type: '-' };
    expect(read(jsonl, entry)).toHaveProperty('contentType', undefined);
  });

  test("nginx's non-JSON escapes are read as well", () => {
    const line = String.raw`{"time":${at},"uri":"/caf\xC3\xA9","http_user_agent":"\x22x\x22 \x5C"}`;
    expect(read(jsonl, line)).toMatchObject({ path: '/café', userAgent: String.raw`"x" \ `.trim() });
  });

  test.each([
    ['{"path":"/"', 'it is no JSON object'],
    ['[]', 'it is no JSON object'],
    ['{"level":"info"}', 'it has no "url", "path" or "request"'],
    ['{"path":"/"}', 'it has no time that can be read'],
    ['{"path":"/","time":"yesterday"}', 'it has no time that can be read'],
  ])('%s cannot be read', (line, detail) => {
    expect(read(jsonl, line)).toEqual({ drop: 'unreadable', detail });
  });
});

describe('caddy', () => {
  // https://caddyserver.com/docs/logging#structured-logs
  const entry = {
    level: 'info',
    ts: at / 1000 + 0.25,
    logger: 'http.log.access.log0',
    msg: 'handled request',
    request: {
      remote_ip: '10.0.0.5',
      remote_port: '5000',
      client_ip: '203.0.113.7',
      proto: 'HTTP/2.0',
      method: 'GET',
      host: 'docs.example.com',
      uri: '/a?b=c',
      headers: {
        'User-Agent': ['x'],
        Accept: ['text/html', '*/*'],
        Referer: ['https://a.example/'],
        Cookie: ['REDACTED'],
      },
      tls: { resumed: false },
    },
    status: 200,
    resp_headers: { 'Content-Type': ['text/html; charset=utf-8'], 'Set-Cookie': ['REDACTED'] },
  };

  test('a request, with all its headers but those that are secret', () => {
    expect(read(caddy, entry)).toEqual({
      url: 'https://docs.example.com/a?b=c',
      timestamp: at + 250,
      method: 'GET',
      status: 200,
      userAgent: 'x',
      referrer: 'https://a.example/',
      headers: { 'user-agent': 'x', accept: 'text/html, */*', referer: 'https://a.example/' },
      contentType: 'text/html; charset=utf-8',
      ip: '203.0.113.7',
    });
  });

  test('of older versions, and with other forms of the time', () => {
    const request = { remote_addr: '203.0.113.9:5000', method: 'GET', host: 'a.example', uri: '/', headers: {} };
    for (const ts of ['2026-11-21T05:13:29Z', '2026/11/21 05:13:29', '21/Nov/2026:05:13:29 +0000']) {
      expect(read(caddy, { ts, request, status: 200 })).toMatchObject({ timestamp: at, ip: '203.0.113.9' });
    }
  });

  test('Caddy’s own messages are neither a request nor an error', () => {
    expect(read(caddy, { level: 'info', ts: 1, logger: 'tls', msg: 'cleaning storage unit' })).toBeUndefined();
  });
});

describe('vercel', () => {
  // https://vercel.com/docs/drains/reference/logs
  const proxy = {
    timestamp: at,
    method: 'GET',
    scheme: 'https',
    host: 'docs.example.com',
    path: '/a?b=c',
    userAgent: ['x', 'y'],
    referer: 'https://a.example/',
    statusCode: 200,
    clientIp: '203.0.113.7',
    region: 'sfo1',
  };
  const entry = {
    id: '1573817187330377061717300000',
    deploymentId: 'dpl_1',
    source: 'static',
    requestId: 'r-1',
    proxy,
  };

  test('a request counts once, however many entries report it', () => {
    expect(vercel.open(undefined)(JSON.stringify(entry))).toMatchObject({
      requestId: 'r-1',
      event: {
        url: 'https://docs.example.com/a?b=c',
        timestamp: at,
        status: 200,
        userAgent: 'x',
        referrer: 'https://a.example/',
        ip: '203.0.113.7',
      },
    });
  });

  test('a page that is revalidated in the background, and a line of a build, are not requests', () => {
    expect(read(vercel, { ...entry, proxy: { ...proxy, statusCode: -1 } })).toBeUndefined();
    expect(read(vercel, { id: '1', deploymentId: 'dpl_1', source: 'build', message: 'Compiled' })).toBeUndefined();
  });

  test.each(['nonsense', '{"proxy":1}'])('%s cannot be read', (line) => {
    expect(read(vercel, line)).toMatchObject({ drop: 'unreadable' });
  });
});
