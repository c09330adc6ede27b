import { describe, expect, test } from 'vitest';
import { chooseFormat } from '../../../../src/analytics/import/choose-format.ts';
import type { LogLine } from '../../../../src/analytics/import/formats/format.ts';

const at = Date.UTC(2026, 10, 21, 5, 13, 29);
const fields = '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent)';

/** Lines in the formats on the pages that the readers name; `asked` is the path. */
const samples = {
  w3c: (asked: string) =>
    `2026-11-21 05:13:29 10.0.0.5 GET ${asked} - 443 - 203.0.113.7 Mozilla/5.0+(X11) - 200 0 0 15`,
  alb: (asked: string) =>
    'h2 2026-11-21T05:13:29.000000Z app/docs/50dc6c495c0c9188 203.0.113.7:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 ' +
    `34 366 "GET https://docs.example.com:443${asked} HTTP/2.0" "Mozilla/5.0 (X11)" ECDHE TLSv1.2 arn:aws:x ` +
    '"Root=1-58337262-36d228ad5d99923122bbe354" "-" "-" 0 2026-11-21T05:13:28.000000Z "forward" "-" "-"',
  s3: (asked: string) =>
    '79a59df900b9 docs [21/Nov/2026:05:13:29 +0000] 203.0.113.7 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT page ' +
    `"GET ${asked} HTTP/1.1" 200 - 113 113 7 6 "-" "Mozilla/5.0 (X11)" - s9lzHYrF= - - - docs.example.com - - -`,
  envoy: (asked: string) =>
    `[2026-11-21T05:13:29.000Z] "GET ${asked} HTTP/2" 200 - 0 154 226 100 "203.0.113.7" "Mozilla/5.0 (X11)" ` +
    '"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "docs.example.com" "10.0.2.1:80"',
  haproxy: (asked: string) =>
    'Nov 21 05:13:29 lb haproxy[14389]: 203.0.113.7:33317 [21/Nov/2026:05:13:29.000] web~ docs/one 10/0/30/69/109 200 ' +
    `2750 - - ---- 1/1/1/1/0 0/0 {docs.example.com|Mozilla/5.0 (X11)} {} "GET ${asked} HTTP/1.1"`,
  combined: (asked: string) =>
    `203.0.113.7 - - [21/Nov/2026:05:13:29 +0000] "GET ${asked} HTTP/1.1" 200 9 "-" "Mozilla/5.0 (X11)"`,
} as const;

type Name = keyof typeof samples;
const names = ['w3c', 'alb', 's3', 'envoy', 'haproxy', 'combined'] as const;

const top = { w3c: [`${fields} cs(Referer) sc-status sc-substatus sc-win32-status time-taken`] };

function logOf(name: Name, lines: readonly string[]): string[] {
  return [...(name === 'w3c' ? top.w3c : []), ...lines];
}

/** Reads lines in the format that the first of them have. */
function read(lines: readonly string[]): { name: string | undefined; reported: LogLine[] } {
  const text = lines.map((line) => `${line}\n`).join('');
  const chosen = chooseFormat('auto', Buffer.from(text), { file: 'a.log', whole: true });
  const reader = chosen?.format.open(undefined);
  return { name: chosen?.format.name, reported: lines.map((line) => reader?.(line)) };
}

function inDocker(lines: readonly string[]): string[] {
  return lines.map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-21T05:13:30Z' }));
}

describe.each(names)('%s', (name) => {
  const line = samples[name]('/guide?a=b');

  test('is recognised by its lines, with reader and request', () => {
    const { name: found, reported } = read(logOf(name, [samples[name]('/guide')]));
    expect(found).toBe(name);
    const event = { timestamp: at, method: 'GET', status: 200, userAgent: 'Mozilla/5.0 (X11)', ip: '203.0.113.7' };
    expect(reported.at(-1)).toMatchObject({ event });
    expect(JSON.stringify(reported.at(-1))).toMatch(
      /"(?:path|url)":"(?:https:\/\/docs\.example\.com(?::443)?)?\/guide"/,
    );
  });

  test('gives the same views inside lines of Docker', () => {
    const plain = logOf(name, [samples[name]('/guide'), samples[name]('/other')]);
    expect(read(inDocker(plain))).toEqual(read(plain));
  });

  test('continues after a line that is cut or in another format, and reports that line', () => {
    const other = samples[name === 'alb' ? 'combined' : 'alb']('/other');
    const lines = logOf(name, [line, line.slice(0, 60), other, line]);
    const outcomes = read(lines)
      .reported.slice(-4)
      .map((reported) => (reported !== undefined && 'drop' in reported ? reported.drop : 'event'));
    expect(outcomes).toEqual(['event', 'unreadable', 'unreadable', 'event']);
  });

  test('never makes a different event from a line that is cut', () => {
    const [whole] = read(logOf(name, [line])).reported.slice(-1);
    const { format } = chooseFormat('auto', Buffer.from(`${logOf(name, [line]).join('\n')}\n`), {
      file: 'a.log',
      whole: true,
    }) ?? { format: undefined };
    for (let end = 1; end < line.length; end += 1) {
      const reader = format?.open(undefined);
      for (const header of logOf(name, [])) reader?.(header);
      const reported = reader?.(line.slice(0, end));
      const isWhole = format?.isWhole?.(line.slice(0, end), line) ?? true;
      if (reported === undefined || 'drop' in reported || !isWhole) continue;
      expect(reported).toEqual(whole);
    }
  });
});

test('Docker splits a line of more than 16 KiB, and its parts are joined', () => {
  const line = samples.combined(`/guide?${'a'.repeat(100)}`);
  const parts = [line.slice(0, 50), line.slice(50, 120), `${line.slice(120)}\n`];
  const wrapped = parts.map((log) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-21T05:13:30Z' }));
  const { name, reported } = read(wrapped);
  expect(name).toBe('combined');
  expect(reported).toEqual([undefined, undefined, read([line]).reported[0]]);
});

test('the fields of a W3C log may change within it, and without a user agent it is not counted on', () => {
  const { reported } = read([
    ...top.w3c,
    samples.w3c('/a'),
    '#Fields: date time cs-uri-stem sc-status cs(User-Agent)',
    '2026-11-21 05:13:29 /b 404 curl',
    '#Fields: date time cs-uri-stem sc-status',
    '2026-11-21 05:13:29 /c 404',
  ]);
  expect(reported[3]).toMatchObject({ event: { path: '/b', status: 404, userAgent: 'curl' } });
  expect(reported[5]).toEqual({
    drop: 'unreadable',
    detail: 'the line "#Fields:" above names no cs(User-Agent), as those before it did',
  });
});

test.each([
  ['w3c', `#Fields: date time cs-uri-stem sc-status\n2026-11-21 05:13:29 /b 404\n`, 'a user agent'],
  ['w3c', `#Fields: date time cs-uri-stem cs(User-Agent)\n2026-11-21 05:13:29 /b curl\n`, 'a status'],
  ['cloudfront', '#Fields: date\ttime\tcs-uri-stem\tsc-status\n2026-11-21\t05:13:29\t/b\t404\n', 'a user agent'],
  ['cloudfront', '{"date":"2026-11-21","time":"05:13:29","cs-uri-stem":"/b","cs(User-Agent)":"x"}\n', 'a status'],
  ['haproxy', `${samples.haproxy('/a').replace(/\{.*\} /, '')}\n`, 'a user agent'],
])('a log of %s without readers or pages is refused', (name, text, what) => {
  const choose = () => chooseFormat('auto', Buffer.from(text), { file: 'a.log', whole: true });
  expect(choose).toThrow(what);
  expect(choose).toThrow(`/docs/import says how for ${name}`);
});

test('requests for a bucket itself are skipped, and a bucket in the path is not a folder', () => {
  const s3 = samples.s3('/docs/a').replace('docs.example.com', 's3.eu-west-1.amazonaws.com');
  const { reported } = read([s3, s3.replace('WEBSITE.GET.OBJECT', 'REST.GET.VERSIONING')]);
  expect(reported).toMatchObject([{ event: { url: 'https://s3.eu-west-1.amazonaws.com/a' } }, undefined]);
});

test('Istio’s additional fields in Envoy’s line are skipped', () => {
  const istio = samples.envoy('/guide').replace('200 - 0', '200 - via_upstream - "-" 0');
  expect(read([istio])).toEqual({ name: 'envoy', reported: read([samples.envoy('/guide')]).reported });
});

test('a load balancer whose reader disconnected has served nothing', () => {
  expect(read([samples.alb('/a').replace('200 200', '- -')]).reported).toMatchObject([{ drop: 'not_served' }]);
});

test.each([
  ['haproxy', samples.haproxy('/guide').replace('203.0.113.7:', '2001:db8::7:'), '2001:db8::7'],
  ['alb', samples.alb('/guide').replace('203.0.113.7:', '2001:db8::7:'), '2001:db8::7'],
  ['alb', samples.alb('/guide').replace('203.0.113.7:', '[2001:db8::7]:'), '2001:db8::7'],
])('the port after an IPv6 address is not part of it: %s', (_, line, ip) => {
  expect(read([line]).reported).toMatchObject([{ event: { ip } }]);
});

test('HAProxy’s escapes are decoded', () => {
  const line = samples.haproxy('/a#22b#C3#A9').replace('(X11)', '#22#7CX11#7D #C3#A9');
  expect(read([line]).reported).toMatchObject([
    { event: { url: 'https://docs.example.com/a"b%C3%A9', userAgent: 'Mozilla/5.0 "|X11} é' } },
  ]);
});

test('fields of HAProxy’s `option httpslog` after the request are skipped', () => {
  const line = `${samples.haproxy('/guide')} 0/0000000000000000/0/0/0 docs.example.com/TLSv1.3/TLS_AES_256_GCM_SHA384`;
  expect(read([line])).toEqual(read([samples.haproxy('/guide')]));
});

test('Envoy does not escape quotes', () => {
  const line = samples.envoy('/a"b?c="d"').replace('(X11)', '"X11" "');
  expect(read([line]).reported).toMatchObject([
    { event: { url: 'https://docs.example.com/a"b?c="d"', userAgent: 'Mozilla/5.0 "X11" "' } },
  ]);
});

test('Traefik writes quotes as they were sent, and a router and a service behind', () => {
  const start = '203.0.113.7 - - [21/Nov/2026:05:13:29 +0000] "GET /a HTTP/1.1" 200 9 "https://a.example/?q="b""';
  const line = `${start} "Mozilla/5.0 "X11" (Linux)" 12 "docs@docker" "http://10.0.0.2:80" 3ms`;
  const event = { path: '/a', referrer: 'https://a.example/?q="b"', userAgent: 'Mozilla/5.0 "X11" (Linux)' };
  expect(read([line]).reported).toMatchObject([{ event }]);
});

test('Hypercorn writes a version without a name, which is not part of the address', () => {
  const line = `[2026-11-21 05:13:29 +0000] [18] [INFO] ${samples.combined('/guide').replace('HTTP/1.1', '1.1')}`;
  expect(read([line]).reported).toMatchObject([{ event: { path: '/guide', ip: '203.0.113.7' } }]);
});

test.each([
  ['Nov 21 05:13:29 web nginx: ', { path: '/guide' }],
  ['<190>Nov 21 05:13:29 web nginx: docs.example.com ', { url: 'https://docs.example.com/guide' }],
])('the prefix of syslog is not part of the address: %s', (prefix, page) => {
  const line = `${prefix}${samples.combined('/guide')}`;
  expect(read([line]).reported).toMatchObject([{ event: { ...page, ip: '203.0.113.7' } }]);
});
