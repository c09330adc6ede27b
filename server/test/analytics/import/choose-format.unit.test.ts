import { describe, expect, test } from 'vitest';
import { chooseFormat } from '../../../src/analytics/import/choose-format.ts';
import type { OwnFields } from '../../../src/analytics/import/formats/format.ts';
import { line, log } from './lines.ts';

const choose = (text: string, { whole = true, name = 'auto' as const } = {}) =>
  chooseFormat(name, Buffer.from(text), { file: 'access.log', whole })?.format.name;

const request = { method: 'GET', uri: '/', host: 'a.example', headers: {} };

test.each([
  ['combined', log(0, 3)],
  ['combined', `\u{FEFF}${log(0, 1)}`],
  ['combined', `[2001:db8::1]:443 ${line(0)}\n`],
  ['combined', `garbage\n${log(0, 3)}`],
  ['jsonl', '{"time":"2026-11-21T00:00:00Z","path":"/","status":200,"ua":"x"}\n'],
  ['jsonl', '{"time":"[21/Nov/2026:05:13:29 +0000]","path":"/","status":200,"ua":"x"}\n'],
  ['jsonl', '[\n  {"time":"2026-11-21T00:00:00Z","path":"/","status":200,"ua":"-"}\n]'],
  [
    'caddy',
    `{"msg":"server running"}\n${JSON.stringify({ ts: 1.7e9, msg: 'handled request', request, status: 200 })}\n`,
  ],
  [
    'cloudfront',
    '#Version: 1.0\n#Fields: date time cs-method cs-uri-stem sc-status cs(User-Agent)\n2026-11-21\t00:00:00\tGET\t/\t200\tx\n',
  ],
  ['vercel', JSON.stringify([{ deploymentId: 'd', proxy: { timestamp: 1.7e12, method: 'GET', path: '/' } }])],
])('%s is recognised by its first lines', (format, text) => {
  expect(choose(text)).toBe(format);
});

test.each([
  ['', undefined],
  ['\n\n', undefined],
  ['#Version: 1.0\n#Fields: date time\n', undefined],
])('%j is not recognised', (text, expected) => {
  expect(choose(text)).toBe(expected);
});

test('an unfinished line is judged only if no more will follow', () => {
  expect(choose(line(0))).toBe('combined');
  expect(choose(line(0), { whole: false })).toBeUndefined();
});

test('a log in no known format is refused with its first line and what to do', () => {
  expect(() => choose('It was a dark and stormy night.\n')).toThrow(
    'The first lines of access.log are in none of the formats combined, jsonl, caddy, cloudfront, vercel, w3c, ' +
      'alb, s3, envoy, haproxy: ' +
      '"It was a dark and stormy night.". If they are in one of them and only begin unusually, name it with --format.',
  );
});

const chooseJson = (text: string, fields?: OwnFields) =>
  chooseFormat('auto', Buffer.from(text), { file: 'odd.log', whole: true, fields })?.format.name;

describe('JSON lines whose fields are not known', () => {
  const odd = `${JSON.stringify({ time: 1.7e9, path: '/', visitorAgent: 'curl/8', outcome: 200 })}\n`;
  test('are refused when nothing distinguishes the readers, with what to say', () => {
    expect(() => chooseJson(odd)).toThrow(
      'None of the first lines of odd.log has a field that is known to hold a user agent, which distinguishes readers: ' +
        `"${odd.trim()}". Name the field with --fields userAgent=<name>, or give --fields userAgent=none if the ` +
        'log has none. Nothing of it was counted.',
    );
  });

  test('are refused if no field has the status', () => {
    expect(() => chooseJson(odd, { userAgent: 'visitorAgent' })).toThrow('--fields status=<name>');
  });

  test.each<[string, OwnFields]>([
    ['named', { userAgent: 'visitorAgent', status: 'outcome' }],
    ['said to have none', { userAgent: 'none', status: 'none' }],
  ])('are read when they are %s', (_, fields) => {
    expect(chooseJson(odd, fields)).toBe('jsonl');
  });

  test('are read when one line of many has both', () => {
    const known = JSON.stringify({ time: 1.7e9, path: '/', status: 404, headers: { 'User-Agent': 'curl/8' } });
    expect(chooseJson(`${odd}${known}\n`)).toBe('jsonl');
  });

  test('may be events of a collect request, which need no status', () => {
    expect(chooseJson(JSON.stringify({ timestamp: 1.7e12, path: '/', userAgent: 'x' }))).toBe('jsonl');
  });
});

test('JSON with unknown fields is refused with how to name them', () => {
  const winston = JSON.stringify({ level: 'info', meta: { req: { url: '/' }, res: { statusCode: 200 } } });
  expect(() => choose(`${winston}\n`)).toThrow('--fields url=<name>,status=<name>,userAgent=<name>');
});
