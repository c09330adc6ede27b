import { CopydeskError } from '@copydesk/contract';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStyleCheck } from '../../src/style-check/style-check.ts';
import type { StyleReport } from '../../src/style-check/style-check.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isRunning } from './running.ts';
import { standIn } from './stand-in.ts';
import type { habits } from './stand-in.ts';
import { treeOf } from './trees.ts';

const rules = {
  '.vale.ini': 'StylesPath = styles\nMinAlertLevel = suggestion\n[*.{md,mdx}]\nBasedOnStyles = Acme\n',
  'styles/Acme/Words.yml': 'extends: existence\nmessage: "Avoid \'%s\'."\ntokens: [very, simply]\n',
};

type Files = Record<string, string | null>;

/** Returns what a check reports about a change, with a program of this habit. */
async function checkStyle(
  before: Files,
  after: Files,
  options: { habit?: keyof typeof habits; folder?: string; paths?: string[]; timeoutMilliseconds?: number } = {},
): Promise<{ report: StyleReport | undefined; log: string }> {
  await using folder = await temporaryFolder();
  const { habit = 'words', folder: docs = '', paths, timeoutMilliseconds } = options;
  const { program, log } = await standIn(folder.path, habit);
  const errors: unknown[] = [];
  const styleCheck = openStyleCheck({ program, timeoutMilliseconds, report: (error) => errors.push(error) });
  const report = await styleCheck.check({ before: treeOf(before), after: treeOf(after), folder: docs, paths });
  styleCheck.close();
  expect(errors).toEqual([]);
  return { report, log: existsSync(log) ? await readFile(log, 'utf8') : '' };
}

describe('the check of a change', () => {
  test('reports only what the change introduced, with errors as errors and the rest as warnings', async () => {
    const before = { ...rules, 'docs/a.md': 'It is very good.\n', 'docs/b.md': 'We utilize it.\n' };
    const after = { ...before, 'docs/a.md': '# A\n\nIt is very good.\n\nsimply utilize it.\n' };
    const { report } = await checkStyle(before, after);
    const found = { rule: 'vale/Acme.Words', path: 'docs/a.md' };
    expect(report).toEqual({
      introduced: [
        { ...found, line: 5, severity: 'error', message: "Avoid 'utilize'.", subject: 'utilize', suggestion: 'use' },
        { ...found, line: 5, severity: 'warning', message: "Avoid 'simply'.", subject: 'simply' },
      ],
      earlier: [{ ...found, line: 3, severity: 'warning', message: "Avoid 'very'.", subject: 'very' }],
      notes: [],
    });
  });

  test('reports nothing new for a page that moved', async () => {
    const { report } = await checkStyle({ ...rules, 'a.md': 'Very very.\n' }, { ...rules, 'b/c.mdx': 'Very very.\n' });
    expect(report).toMatchObject({ introduced: [], earlier: [{ path: 'b/c.mdx' }] });
  });

  test('covers pages that are named, even if they did not change', async () => {
    const files = { ...rules, 'a.md': 'It is very good.\n', 'b.md': 'very\n' };
    const { report } = await checkStyle(files, files, { paths: ['a.md', 'gone.md'] });
    expect(report).toMatchObject({ introduced: [], earlier: [{ path: 'a.md' }] });
  });

  test('has no report without rules, and ignores rules that the change adds', async () => {
    expect((await checkStyle({}, { ...rules, 'a.md': 'utilize\n' })).report).toBeUndefined();
    const before = { '.vale.ini': null, 'a.md': '' };
    expect((await checkStyle(before, { 'a.md': 'utilize\n' })).report).toBeUndefined();
  });

  test('reports formats that would need a converter', async () => {
    const { report } = await checkStyle(rules, { ...rules, 'a.rst': 'utilize\n', 'b.adoc': 'utilize\n' });
    expect(report).toEqual({
      introduced: [],
      earlier: [],
      notes: ['style not checked: 2 files in formats that other programs would have to convert'],
    });
  });

  test('applies rules of the docs folder, with paths from there', async () => {
    const own = Object.fromEntries(Object.entries(rules).map(([path, text]) => [`docs/${path}`, text]));
    const files = { '.vale.ini': '[*]\nBasedOnStyles = Vale\n', ...own };
    const { report, log } = await checkStyle(
      files,
      { ...files, 'docs/x/a.md': 'a\n', 'b.md': 'b\n' },
      { folder: 'docs', habit: 'records' },
    );
    expect(report?.notes).toEqual([]);
    expect(JSON.parse(log)).toMatchObject({ files: ['x/a.md'], given: { 'docs/x/a.md': 'a\n' } });
  });
});

const Log = z.object({
  env: z.array(z.string()),
  options: z.array(z.string()),
  folder: z.string(),
  given: z.record(z.string(), z.string()),
});

test('gives the program rewritten rules and pages, and nothing else of the repository or of this machine', async () => {
  const files: Files = {
    ...rules,
    '.vale.ini': `${rules['.vale.ini']}Transform = evil.xsl\nAcme.Script = YES\n[formats]\nmd = adoc\n`,
    'styles/Acme/Script.yml': 'extends: script\nscript: evil.tengo\n',
    'styles/Acme/Link.yml': null,
    'styles/config/scripts/evil.tengo': 'for {}',
    'styles/config/vocabularies/Acme/accept.txt': 'Copydesk\n',
    'styles/Vocab/Old/accept.txt': 'Copydesk\n',
    'styles/Other/Rule.yml': 'no rule of a style that nobody names',
    'styles/.vale-config/1-Hugo.ini': 'NLPEndpoint = http://10.0.0.1\n[*.md]\nTokenIgnores = x\nTransform = y\n',
    'secret.env': 'TOKEN=1',
    'docs/old.md': 'Old.\n',
  };
  const { report, log } = await checkStyle(files, { ...files, 'docs/-new.md': 'New.\n' }, { habit: 'records' });
  expect(report?.notes).toEqual([
    'style rules: rules that are scripts are not run: Acme.Script',
    'style rules: settings of .vale.ini do not count: Transform',
  ]);
  const { env, options, folder, given } = Log.parse(JSON.parse(log));
  expect(env.toSorted()).toEqual(['GOMEMLIMIT', 'HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']);
  const home = folder.replace(/\/docs$/, '');
  expect(options).toEqual(['--no-global', '--output=JSON', `--config=${home}/vale.ini`]);
  expect(Object.keys(given).toSorted()).toEqual([
    'docs/docs/-new.md',
    'styles/.vale-config/1-Hugo.ini',
    'styles/Acme/Words.yml',
    'styles/config/vocabularies/Acme/accept.txt',
    'styles/config/vocabularies/Old/accept.txt',
    'vale.ini',
  ]);
  expect(`${given['vale.ini']}${given['styles/.vale-config/1-Hugo.ini']}`).not.toMatch(
    /Transform|Endpoint|adoc|Script/,
  );
  expect(existsSync(home)).toBe(false);
});

describe('a failed check is reported, and never counts as passed:', () => {
  const changed = { ...rules, 'a.md': 'utilize\n' };
  const because = async (habit: keyof typeof habits, before: Files = rules) => {
    const { report } = await checkStyle(before, { ...before, 'a.md': 'utilize\n' }, { habit });
    expect(report).toMatchObject({ introduced: [], earlier: [] });
    return report?.notes;
  };

  test('a program that prints no JSON, other JSON, or 50 MB', async () => {
    expect(await because('garbage')).toEqual(['style not checked, because its answer is not what Vale answers']);
    expect(await because('otherJson')).toEqual(['style not checked, because its answer is not what Vale answers']);
    expect(await because('floods')).toEqual(['style not checked, because it printed more than 8 MB']);
  });

  test('a program that fails says why, without the folder that it ran in', async () => {
    expect(await because('fails')).toEqual([
      "style not checked, because Vale says: The path 'styles/Acme' does not exist.",
    ]);
  });

  test('a program that hangs is killed with all that it has started', async () => {
    const { report, log } = await checkStyle(rules, changed, { habit: 'hangs', timeoutMilliseconds: 5_000 });
    expect(report?.notes).toEqual([
      'style not checked, because it took longer than 5 s; it is tried again after 10 minutes',
    ]);
    const running = log.split(' ').map(Number);
    expect(running).toHaveLength(2);
    await expect.poll(() => running.filter(isRunning)).toEqual([]);
  });

  test('a program that timed out, which is not started again for a while because others wait for its place', async () => {
    await using folder = await temporaryFolder();
    const { program, log } = await standIn(folder.path, 'hangs');
    const styleCheck = openStyleCheck({ program, timeoutMilliseconds: 2_000, report: () => {} });
    const change = { before: treeOf(rules), after: treeOf(changed), folder: '' };
    expect((await styleCheck.check(change))?.notes).toEqual([
      'style not checked, because it took longer than 2 s; it is tried again after 10 minutes',
    ]);
    await rm(log);
    expect((await styleCheck.check(change))?.notes).toEqual([
      'style not checked, because it took longer than 2 s; it is tried again after 10 minutes',
    ]);
    expect(existsSync(log)).toBe(false);
  });

  test('a program that reaches its memory limit', async () => {
    expect(await because('starves')).toEqual(['style not checked, because it needs more than 1024 MB of memory']);
  });

  test('a path that git accepts and the file system does not', async () => {
    const { report } = await checkStyle(rules, { ...rules, [`${'a'.repeat(300)}.md`]: 'utilize\n' });
    expect(report?.notes).toEqual(['style not checked, because a path is too long for the file system']);
  });

  test('a repository that cannot be read for a moment', async () => {
    await using folder = await temporaryFolder();
    const { program } = await standIn(folder.path, 'words');
    const errors: unknown[] = [];
    const styleCheck = openStyleCheck({ program, report: (error) => errors.push(error) });
    const [before, after] = [treeOf(rules), treeOf(changed)];
    const away = { ...before, read: async () => await Promise.reject(new Error('git has ended')) };
    expect((await styleCheck.check({ before: away, after, folder: '' }))?.notes).toEqual([
      'style not checked, because of an error in Copydesk; its log has the details',
    ]);
    expect(errors).toMatchObject([{ message: 'git has ended' }]);
    expect((await styleCheck.check({ before, after, folder: '' }))?.introduced).toHaveLength(1);
  });

  test('a program that does not exist', async () => {
    const styleCheck = openStyleCheck({ program: '/nowhere/vale', report: () => {} });
    const report = await styleCheck.check({ before: treeOf(rules), after: treeOf(changed), folder: '' });
    expect(report?.notes).toEqual(['style not checked, because it cannot be run (ENOENT)']);
  });

  test('a program that is running when Copydesk ends', async () => {
    await using folder = await temporaryFolder();
    const { program, log } = await standIn(folder.path, 'hangs');
    const styleCheck = openStyleCheck({ program, report: () => {} });
    const checking = styleCheck.check({ before: treeOf(rules), after: treeOf(changed), folder: '' });
    await expect.poll(() => existsSync(log)).toBe(true);
    styleCheck.close();
    expect((await checking)?.notes).toEqual(['style not checked, because Copydesk is about to end']);
  });

  test.each<[string, Files, string]>([
    [
      'a package that is not vendored',
      { '.vale.ini': 'StylesPath = styles\nPackages = Google\n[*]\nBasedOnStyles = Google\n' },
      'the repository does not hold styles that .vale.ini names (packages are not fetched): Google',
    ],
    [
      'styles elsewhere',
      { '.vale.ini': 'StylesPath = ../styles\n' },
      'StylesPath in .vale.ini leads out of its folder',
    ],
    ['styles behind a link', { ...rules, styles: null }, 'its styles are in styles, whose files are not read'],
    ['a configuration of nothing', { '.vale.ini': '\0\0\0' }, '.vale.ini names no style'],
    ['a huge configuration', { '.vale.ini': '#'.repeat(300_000) }, '.vale.ini is larger than 256 KB'],
    [
      'styles of thousands of files',
      { ...rules, ...Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`styles/A/R${n}.yml`, ''])) },
      'its styles are more than 2000 files',
    ],
    ['styles of 5 MB', { ...rules, 'styles/Acme/Big.yml': '#'.repeat(5_000_000) }, 'its styles are too large'],
  ])('%s', async (_, before, reason) => {
    expect(await because('words', before)).toEqual([`style not checked, because ${reason}`]);
  });

  test('a page of more than 1 MB, while other pages are checked', async () => {
    const huge = 'utilize\n'.repeat(200_000);
    const { report } = await checkStyle({ ...rules, 'b.md': 'b\n' }, { ...rules, 'a.md': huge, 'b.md': 'utilize\n' });
    expect(report?.introduced).toMatchObject([{ path: 'b.md' }]);
    expect(report?.notes).toEqual(['style not checked: a.md, larger than 1 MB']);
  });

  test('a page that was larger than 1 MB, so that new findings are unknown', async () => {
    expect(await because('words', { ...rules, 'a.md': 'a'.repeat(2_000_000) })).toEqual([
      'style not checked: a.md, larger than 1 MB',
    ]);
  });

  test('pages that the tree refuses as too large', async () => {
    const names = ['a.md', 'b.md', 'c.md', 'd.md'];
    const after = treeOf({ ...rules, ...Object.fromEntries(names.map((name) => [name, 'a\n'])) });
    const refusal = new CopydeskError('file_refused', 'a.md has 6.0 MB');
    const read = (path: string) => (names.includes(path) ? Promise.reject(refusal) : after.read(path));
    await using folder = await temporaryFolder();
    const { program } = await standIn(folder.path, 'words');
    const styleCheck = openStyleCheck({ program, report: () => {} });
    const report = await styleCheck.check({ before: treeOf(rules), after: { ...after, read }, folder: '' });
    expect(report?.notes).toEqual(['style not checked: a.md, b.md, c.md and 1 more, larger than 1 MB']);
  });

  test('pages beyond the first two hundred', async () => {
    const pages = Object.fromEntries(Array.from({ length: 203 }, (_, n) => [`p${n}.md`, `utilize ${n}\n`]));
    const { report } = await checkStyle(rules, { ...rules, ...pages });
    expect(report?.introduced).toHaveLength(200);
    expect(report?.notes).toEqual(['style not checked: 3 more files, since there are so many']);
  });
});

test('an unchanged page is checked once', async () => {
  await using folder = await temporaryFolder();
  const { program, log } = await standIn(folder.path, 'records');
  const styleCheck = openStyleCheck({ program, report: () => {} });
  const change = { before: treeOf(rules), after: treeOf({ ...rules, 'a.md': 'a\n' }), folder: '' };
  await styleCheck.check(change);
  await writeFile(log, 'nothing more');
  expect(await styleCheck.check(change)).toEqual({ introduced: [], earlier: [], notes: [] });
  await styleCheck.check({ ...change, after: treeOf({ ...rules, 'a.md': 'a\n', 'b.md': 'b\n' }) });
  expect(JSON.parse(await readFile(log, 'utf8'))).toMatchObject({ files: ['b.md'] });
});

test.runIf(process.platform === 'linux')('the operating system limits the memory of the program', async () => {
  const { log } = await checkStyle(rules, { ...rules, 'a.md': 'a\n' }, { habit: 'limits' });
  expect(log).toMatch(/^Max data size +1073741824 +1073741824 +bytes/m);
});

test('old files of a killed process are removed, and recent ones stay', async () => {
  await using folder = await temporaryFolder();
  const { program } = await standIn(folder.path, 'words');
  const runs = join(folder.path, 'runs');
  const names = ['copydesk-style-old', 'copydesk-style-new', 'of-others'];
  for (const name of names) await mkdir(join(runs, name, 'docs'), { recursive: true });
  const hours = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['copydesk-style-old', 'of-others']) await utimes(join(runs, name), hours, hours);
  const styleCheck = openStyleCheck({ program, folder: runs, report: () => {} });
  await styleCheck.check({ before: treeOf(rules), after: treeOf({ ...rules, 'a.md': 'a\n' }), folder: '' });
  expect((await readdir(runs)).toSorted()).toEqual(['copydesk-style-new', 'of-others']);
});
