import { expect, test } from 'vitest';
import { readPage } from '../../src/docs/parse/page.ts';
import { findFacts, pageText } from '../../src/questions/find-facts.ts';

const facts = (source: string) =>
  findFacts(pageText(source), readPage(source, 'markdown'), { start: 0, end: source.length });

const block = (language: string, ...lines: string[]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`;

test.each([
  ['commands', block('sh', 'npm ci', 'npm test -- --all'), ['npm ci', 'npm test -- --all']],
  ['a command behind a prompt, without its output', block('', '$ git log --all', 'commit 1 by me'), ['git log --all']],
  ['a command to its placeholder', block('bash', 'desk run <project> --json'), ['desk run']],
  ['no value to fill in', block('sh', 'export A_KEY=desk_…', 'git clone https://a.example/<id>.git'), ['git clone']],
  ['no English', 'Write `in docs/guides`.', []],
  ['a command without its comment and its next line', block('sh', 'desk run a \\', '  --json # x'), ['desk run a']],
  ['a command with Windows line ends', '```sh\r\nnpm ci --omit=dev\r\n```\r\n', ['npm ci --omit=dev']],
  ['a command in a list', '- First\n\n  ```sh\n  npm ci\n  ```\n', ['npm ci']],
  ['no code of other languages', block('js', 'const a = 1;'), []],
  ['no command that says nothing', block('sh', 'cd docs', 'ls -la', 'make'), []],
  ['a command in a sentence', 'Run `npm install -g it`.', ['npm install -g it']],
  ['options before keys before names', 'Set `aB`, `a.b`, `--limit 10`, `A_B=1`.', ['A_B', '--limit', 'a.b']],
  ['a route', 'Send `GET /v1/jobs/{id}`.', ['GET /v1/jobs/{id}']],
  ['nothing with characters that nobody sees', 'Set `A_\u200bB`, `--li\u202emit` or `C_D`.', ['C_D']],
  ['no plain word', 'Set it to `true` or `name`, with `-x`.', []],
  ['numbers with units', 'At most **1,000 requests** in 5 min, 99.9 % of them.', ['1,000 requests', '5 min', '99.9 %']],
  ['a port and a version', 'On port 8080 since version 3.2.', ['port 8080', 'version 3.2']],
  ['no bare number', 'In 2026 there were 7 of them, see 10.4.', []],
  ['nothing twice', 'Run `npm ci --all` or `npm ci`.', ['npm ci --all']],
  ['three at most', '`--aa` `--bb` `--cc` `--dd`', ['--aa', '--bb', '--cc']],
  ['nothing of the front matter', '---\nlimit: 10 MB\n---\n\nText.\n', []],
])('%s', (_name, source, expected) => {
  expect(facts(source)).toEqual(expected);
});

test('a long hostile page takes linear time', () => {
  const source = `${'`'.repeat(3)}sh\n${' '.repeat(200_000)}#\n${'`'.repeat(3)}\n\n${`\`${'a.'.repeat(99)}!\` `.repeat(2_000)}\n`;
  expect(facts(source)).toEqual([]);
  expect(facts(`\`${'A'.repeat(199)}!\`\n\n${'1,'.repeat(100_000)}`)).toEqual([]);
});
