import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logExcerpt } from '../../src/code-hosts/text/log-excerpt.ts';

const numbered = (count: number, name = 'line') => Array.from({ length: count }, (_, at) => `${name} ${at}`);

test('a short log is reported whole', () => {
  expect(logExcerpt('one\ntwo\n', 1_000)).toBe('one\ntwo');
});

test('a long log is cut to the lines around errors, and its end', () => {
  const lines = [...numbered(500), 'docs/a.md:3 error: no such page', ...numbered(500, 'clean up')];
  const reported = logExcerpt(lines.join('\n'), 1_000).split('\n');
  expect(reported[0]).toBe('[… 497 lines …]');
  expect(reported.slice(1, 5)).toEqual(['line 497', 'line 498', 'line 499', 'docs/a.md:3 error: no such page']);
  expect(reported.at(-1)).toBe('clean up 499');
});

test('the last errors come before the first', () => {
  const lines = numbered(200).flatMap((line, at) => [line, line, line, line, line, `failed ${at}`]);
  const reported = logExcerpt([...lines, ...numbered(100, 'end')].join('\n'), 1_500);
  expect(reported).toContain('failed 199');
  expect(reported).not.toContain('failed 5\n');
});

test('long lines are cut, and overwritten text of a line is left out', () => {
  expect(logExcerpt('a'.repeat(5_000), 1_000)).toBe(`${'a'.repeat(300)}…`);
  expect(logExcerpt('10 %\r50 %\r100 %\r\ndone', 1_000)).toBe('100 %\ndone');
});

test('colours, links of terminals and invisible marks are taken out', () => {
  const text = '\u001B[1;31mred\u001B[0m \u001B]8;;https://x.test\u0007link\u001B]8;;\u0007 \u202Edne\u{E0041}';
  expect(logExcerpt(text, 1_000)).toBe('red link dne');
});

test('a private key is taken out, on whatever lines it stands', () => {
  const key = ['-----BEGIN OPENSSH PRIVATE KEY-----', 'b3BlbnNzaC1rZXk', 'AAAA', '-----END OPENSSH PRIVATE KEY-----'];
  expect(logExcerpt(['before', ...key, 'after'].join('\n'), 1_000)).toBe('before\n…\n…\n…\n…\nafter');
});

test.each([
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'github_pat_11ABCDEFG0123456789_abcdefghij',
  'glpat-0123456789abcdefghij',
  'xoxb-1234567890-abcdef',
  'AKIAIOSFODNN7EXAMPLE',
  ['sk', 'proj', 'abcdefghijklmnopqrstuvwxyz'].join('-'),
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
])('%s is masked', (secret) => {
  expect(logExcerpt(`using ${secret} now`, 1_000)).toBe('using … now');
});

test('the value of a secret is masked by its name, in addresses and in headers', () => {
  expect(logExcerpt('DB_PASSWORD="hunter2hunter2"', 1_000)).not.toContain('hunter2');
  expect(logExcerpt('password: hunter2hunter2', 1_000)).toBe('password: …');
  expect(logExcerpt('https://bot:hunter2@git.test/docs.git', 1_000)).toBe('https://…@git.test/docs.git');
  expect(logExcerpt('Authorization: Bearer abcdefghijklmnopqrst', 1_000)).not.toContain('abcdefghij');
});

test('words that are not secrets stay', () => {
  const text = 'error: Unexpected token: foo in docs/password-reset.md, see https://docs.test/a@b';
  expect(logExcerpt(text, 1_000)).toBe(text);
});

test('the excerpt keeps to its limit, and hostile text takes no long time', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('error', 'failed: x', ''))), (lines) => {
      expect(logExcerpt(lines.join('\n'), 800).length).toBeLessThanOrEqual(800);
    }),
  );
  for (const text of ['eyJ-', 'https://', 'a\r', '\u001B]', 'password=', 'error ', '-----BEGIN ']) {
    expect(logExcerpt(text.repeat(262_144 / text.length), 2_000).length).toBeLessThanOrEqual(2_000);
  }
});
