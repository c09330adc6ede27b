import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readability, readabilityRules } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import type { TestRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';
import type { Outcome } from './run-command.ts';

const stack = new AsyncDisposableStack();
let folder: string;
let repository: TestRepository;
let run: (...argv: string[]) => Promise<Outcome>;

const pages = {
  'mkdocs.yml': 'site_name: Handbook\nsite_url: https://docs.example.com/\n',
  'docs/index.md': '# Welcome\n\nSee [here](install.md).\n\n![](map.png)\n',
  'docs/install.md': '# Install\n\n```\nnpm install example\n```\n',
  'docs/run.md': '# Run\n\nIt runs.\n',
  'docs/limits.md': '# Limits\n\nAt most 10 MB.\n',
};

beforeAll(async () => {
  const database = stack.use(await testDatabase());
  repository = stack.use(await testRepository({ bare: true }));
  folder = stack.use(await temporaryFolder()).path;
  await repository.commit(pages);
  const env = { COPYDESK_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url };
  run = async (...argv) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);
});
afterAll(() => stack.disposeAsync());

async function read(...argv: string[]): Promise<Readability> {
  const { out, err } = await run('project', 'readability', 'Handbook', '--json', ...argv);
  if (out === '') throw new Error(err);
  return Readability.parse(JSON.parse(out));
}

/** Lines of a combined log: what ClaudeBot requested an hour ago, and what it got. */
function logOf(requests: [page: string, status: number][]): string {
  const at = new Date(Date.now() - 3_600_000);
  const [, day, month, year, time] = /(\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return requests
    .map(
      ([page, status], number) =>
        `203.0.113.${number} - - [${day}/${month}/${year}:${time} +0000] "GET ${page} HTTP/1.1" ${status} 5 "-" ` +
        '"Mozilla/5.0 (compatible; ClaudeBot/1.0)"\n',
    )
    .join('');
}

test('warnings about AI readers are listed by rule and place, and the command succeeds', async () => {
  const { code, out, err } = await run('project', 'readability', 'Handbook');
  expect(code).toBe(0);
  const [table = '', warnings = '', open] = out.split('\n\n');
  expect(table.split('\n').map((line) => line.split(/ +/))).toEqual([
    ['RULE', 'WARNINGS'],
    ...readabilityRules.map((rule) => [
      rule,
      ['code-language', 'link-words', 'image-words', 'index-missing'].includes(rule) ? '1' : '0',
    ]),
  ]);
  expect(warnings.split('\n')).toEqual([
    'docs/index.md:3  link-words  The link to install.md has the words “here”, which do not say where it leads',
    'docs/index.md:5  image-words  The image map.png has no words',
    'docs/install.md:3  code-language  A block of code names no language',
    expect.stringMatching(/^mkdocs\.yml:1 {2}index-missing {2}The site has no llms\.txt/),
  ]);
  expect(open).toContain('not judged: whether pages are served as Markdown, because no page views of the project');
  expect(err).toMatch(/4 pages, about \d+ tokens; the longest is docs\/\w+\.md with \d+ tokens\.\n/);
  expect(err).toMatch(/There is no llms\.txt\.\nmain at [0-9a-f]{10}\.\n/);
});

test('one rule can be listed alone, and a rule that is off gives no warnings', async () => {
  expect((await read('--rule', 'image-words')).warnings.map(({ rule }) => rule)).toEqual(['image-words']);
  await run('project', 'set', 'Handbook', '--readability-off', 'code-language');
  const { rules, warnings } = await read();
  expect(rules.find(({ rule }) => rule === 'code-language')).toEqual({
    rule: 'code-language',
    isOn: false,
    warnings: null,
  });
  expect(warnings.map(({ rule }) => rule)).toEqual(['link-words', 'image-words', 'index-missing']);
  expect((await run('project', 'readability', 'Handbook')).out).toMatch(/\ncode-language +off\n/);
  const unknown = await run('project', 'readability', 'Handbook', '--rule', 'spelling');
  expect(unknown).toMatchObject({
    code: 2,
    err: expect.stringContaining('The rules are page-size, page-data, code-language'),
  });
});

test('a llms.txt of another branch is compared with its pages', async () => {
  const llms = '# Handbook\n\n- [Install](/install/)\n- [Gone](/gone/)\n- [Welcome](/)\n- [Run](/run/)\n';
  await repository.commit({ ...pages, 'docs/llms.txt': llms }, { branch: 'next' });
  const found = await read('--ref', 'next');
  expect(found).toMatchObject({ ref: 'next', index: { state: 'file', source: 'docs/llms.txt', links: 4 } });
  expect(found.warnings.filter(({ rule }) => rule.startsWith('index-'))).toEqual([
    {
      rule: 'index-lacks-page',
      path: 'docs/limits.md',
      line: 1,
      message: expect.stringContaining('docs/llms.txt does not name this page'),
    },
    { rule: 'index-unknown-page', path: 'docs/llms.txt', line: 4, message: expect.stringContaining('/gone/') },
  ]);
});

test('pages that AI readers requested as Markdown and did not get are one warning', async () => {
  const log = path.join(folder, 'access.log');
  await writeFile(
    log,
    logOf([
      ['/install/', 200],
      ['/run/', 200],
      ['/limits/', 200],
      ['/install.md', 404],
      ['/install.md', 404],
      ['/run.md', 404],
      ['/gone.md', 404],
    ]),
  );
  expect(await run('views', 'import', '--project', 'Handbook', log)).toMatchObject({ code: 0 });
  // Two pages may have been requested by a reader that tries addresses.
  const few = await read();
  expect(few.rules.find(({ rule }) => rule === 'twins-missing')).toMatchObject({ warnings: 0 });
  expect(few.notJudged).toContainEqual(expect.stringContaining('AI readers got 404 for hardly a page as Markdown'));

  await writeFile(log, logOf([['/limits.md', 404]]));
  expect(await run('views', 'import', '--project', 'Handbook', log)).toMatchObject({ code: 0 });
  const { rules, warnings, notJudged } = await read('--rule', 'twins-missing');
  expect(rules.find(({ rule }) => rule === 'twins-missing')).toMatchObject({ warnings: 1 });
  expect(warnings).toEqual([
    {
      rule: 'twins-missing',
      path: 'docs/install.md',
      line: 1,
      message:
        'AI readers requested 3 existing pages as Markdown 4 times in 30 days, and got 404: serve each page at its ' +
        'address with .md',
    },
  ]);
  expect(notJudged).toEqual([]);
  await run('project', 'set', 'Handbook', '--readability-off', 'twins-missing');
  expect((await read()).warnings.map(({ rule }) => rule)).not.toContain('twins-missing');
});
