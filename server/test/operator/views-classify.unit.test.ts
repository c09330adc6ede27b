import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { addressRanges } from '../../src/analytics/classify/networks/lookup.ts';
import type { Operator } from '../../src/operator/operator.ts';
import { readLogLine } from '../../src/operator/terminal/log-line.ts';
import { runCommand } from '../../src/operator/program.ts';
import { createOperator } from '../../src/wiring/services/operator.ts';
import { keptTerminal } from './terminal-stub.ts';

const ranges = addressRanges(new Map([['openai-gptbot', ['192.0.2.0/24']]]));

const stopRequest = (): Promise<NodeJS.Signals> => Promise.reject(new Error('nothing runs here'));

async function run(argv: string[], changes: Partial<Operator> = {}) {
  const { terminal, written } = keptTerminal();
  const operator: Operator = { ...createOperator({}), addressRanges: () => Promise.resolve(ranges), ...changes };
  const exit = { code: 0 };
  const context = { operator, terminal, now: () => new Date('2026-11-21T00:00:00Z'), stopRequest, exit };
  const code = await runCommand(['views', ...argv], context, false);
  return { code, ...written };
}

const json = async (...argv: string[]): Promise<unknown> =>
  JSON.parse((await run(['classify', ...argv, '--json'])).out);

const gptbot = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

describe('views classify', () => {
  test('reports the class of a reader, its rule, and what would change them', async () => {
    const { out, code } = await run(['classify', gptbot]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}class +ai\n {2}agent +GPTBot\n {2}operator +OpenAI\n {2}purpose +training\n/);
    expect(out).toMatch(/verification +claimed\n/);
    expect(out).toMatch(/source +https:\/\/developers\.openai\.com\S+ \(\d{4}-\d{2}-\d{2}\)\n/);
    expect(out).toContain('An address (--ip): within openai-gptbot it is verified, elsewhere spoofed.');
  });

  test('takes headers, an address and a path', async () => {
    expect(await json('axios/1.8.4', '--header', 'Accept: text/markdown, text/html, */*')).toMatchObject({
      agent: 'Claude Code',
      rule: 'accept-claude-code',
    });
    expect(await json(gptbot, '--ip', '192.0.2.9')).toMatchObject({ verification: 'verified' });
    expect(await json(gptbot, '--ip', '2001:db8::1')).toMatchObject({ verification: 'spoofed' });
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0';
    expect(await json(firefox, '--path', '/a.md?b')).toMatchObject({ class: 'ai', rule: 'markdown-path' });
    expect(await json(firefox)).toMatchObject({ class: 'human', why: { id: 'browser' } });
  });

  test('accepts a whole line of a log', async () => {
    const line = `192.0.2.9 - - [21/Nov/2026:00:00:01 +0000] "GET /a.md HTTP/1.1" 200 123 "-" "${gptbot}"`;
    expect(await json(line)).toMatchObject({ agent: 'GPTBot', verification: 'verified' });
  });

  test('refuses an invalid header and an invalid address', async () => {
    expect(await run(['classify', 'x', '--header', 'nonsense'])).toMatchObject({ code: 2 });
    expect((await run(['classify', 'x', '--ip', '1.2.3'])).err).toContain('"1.2.3" is not an IP address');
  });
});

describe('views refresh-ranges', () => {
  const network = { id: 'a', operator: 'A', source: 'https://a.example/a.json', prefixes: 3, added: 1, removed: 0 };

  test('reports new ranges, and those that could not be downloaded', async () => {
    const renewed = [
      { ...network, failure: null },
      { ...network, id: 'b', failure: 'It answered 500.' },
    ];
    const { out, code } = await run(['refresh-ranges'], { refreshAddressRanges: () => Promise.resolve(renewed) });
    expect(code).toBe(0);
    expect(out).toContain('as before: It answered 500.');
  });

  test('fails if nothing could be downloaded', async () => {
    const renewed = [{ ...network, failure: 'down' }];
    const { code, err } = await run(['refresh-ranges'], { refreshAddressRanges: () => Promise.resolve(renewed) });
    expect(code).toBe(1);
    expect(err).toContain('the addresses are as before');
  });
});

test.each([
  [
    '::1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326 "http://x/" "Mozilla/4.08"',
    '/a.gif',
    'Mozilla/4.08',
  ],
  ['10.0.0.1 - - [x] "GET /a HTTP/1.1" 304 - "-" "-"', '/a', ''],
  [String.raw`10.0.0.1 - - [x] "GET /a HTTP/1.1" 200 1 "-" "a \"b\" c"`, '/a', 'a "b" c'],
])('a line of a log: %s', (line, path, userAgent) => {
  expect(readLogLine(line)).toMatchObject({ path, userAgent });
});

test('a user agent is not read as a line of a log', () => {
  expect(readLogLine(gptbot)).toBeUndefined();
});

describe('views refresh-rules', () => {
  const refreshed = { before: '2026-11-23.6', rules: '2027-01-01.1', added: ['samplebot'], removed: [] };

  test('reports the version in force, and the new rules', async () => {
    const sources: string[] = [];
    const refreshReaderRules = async (source: string) => {
      sources.push(source);
      return refreshed;
    };
    const { out, code } = await run(['refresh-rules', 'rules.json'], { refreshReaderRules });
    expect(code).toBe(0);
    expect(out).toBe('Rules of 2027-01-01.1, before 2026-11-23.6.\n  new: samplebot\n');
    expect(sources).toEqual(['rules.json']);
  });

  test('ends with the reason of a refusal', async () => {
    const refused = new CopydeskError('reader_rules_refused', 'The rules were not accepted. It is not signed.');
    const refreshReaderRules = () => Promise.reject(refused);
    const { err, code } = await run(['refresh-rules', 'rules.json'], { refreshReaderRules });
    expect(code).toBe(1);
    expect(err).toContain('It is not signed.');
  });
});
