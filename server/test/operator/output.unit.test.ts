import { nothingChecked } from '../support/coverage.ts';
import type { FileDiff, JobDiff, JobEvent } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { diffStat, printDiff } from '../../src/operator/output/diff.ts';
import { narrate } from '../../src/operator/output/narrate.ts';
import { paintFor } from '../../src/operator/output/paint.ts';
import { printTable } from '../../src/operator/output/table.ts';
import { cutToWidth, terminalSafe, printable, textWidth } from '../../src/operator/output/text-width.ts';
import { printWarnings } from '../../src/operator/output/warnings.ts';
import { keptTerminal } from './terminal-stub.ts';

const plain = paintFor(false);

const tool = (summary: string, ok = true, result = '') => ({ tool: 'x', summary, ok, result });

describe('the width of text', () => {
  test.each([
    ['docs', 4],
    ['ドキュメント', 12],
    ['Café', 4],
    ['Cafe\u0301', 4],
    ['👩🏽‍🚀 go', 5],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  test('a cut keeps graphemes whole and ends with an ellipsis', () => {
    expect(cutToWidth('documentation', 6)).toBe('docum…');
    expect(cutToWidth('ドキュメント', 6)).toBe('ドキ…');
    expect(cutToWidth('docs', 4)).toBe('docs');
  });

  test('control characters are shown as symbols', () => {
    expect(printable('a\u001B[2Jb\r\u202Ec\td\n')).toBe('a␛[2Jb␍[U+202E]c\td\n');
  });
});

test('a terminal gets only the colours of the program, and all other control characters are shown', () => {
  const text = '\r\u001B[2K\u001B[32mgood\u001B[39m \u001B[8mhidden \u001B]8;;x\u0007\u202E\u009B2J\n';
  const shown = ' ␛[8mhidden ␛]8;;x␇[U+202E][U+009B]2J\n';
  expect(terminalSafe(text, true)).toBe(`\r\u001B[2K\u001B[32mgood\u001B[39m${shown}`);
  expect(terminalSafe(text, false)).toBe(`\r\u001B[2K␛[32mgood␛[39m${shown}`);
});

test('the first fifty warnings about AI readers are printed, without control characters', () => {
  const { terminal, written } = keptTerminal();
  printWarnings(terminal, [], 0);
  expect(written.out).toBe('');
  const warning = { rule: 'link-words' as const, path: 'a\u001B[31m.md', line: 3, message: 'A link\nto x' };
  printWarnings(
    terminal,
    Array.from({ length: 60 }, () => warning),
    1_260,
  );
  const lines = written.out.split('\n');
  expect(lines.slice(0, 2)).toEqual(['', 'a␛[31m.md:3  link-words  A link to x']);
  expect(lines.slice(-2)).toEqual(['… and 1,210 more, in the output of --json', '']);
});

describe('a table', () => {
  const columns = [
    { title: 'ID', text: (row: string[]) => row[0] ?? '' },
    { title: 'NAME', text: (row: string[]) => row[1] ?? '', shrinks: true as const },
    { title: 'STATE', text: (row: string[]) => row[2] ?? '' },
  ];
  const rows = [
    ['p1', 'ドキュメント', 'open'],
    ['p22', 'A name that is rather long', 'x'],
  ];

  test('is aligned, by columns of the screen', () => {
    const { terminal, written } = keptTerminal();
    printTable(terminal, columns, rows);
    expect(written.out).toBe(
      [
        'ID   NAME                        STATE',
        'p1   ドキュメント                open',
        'p22  A name that is rather long  x',
        '',
      ].join('\n'),
    );
  });

  test('shortens one column if the terminal is narrow', () => {
    const { terminal, written } = keptTerminal({ columns: 24 });
    printTable(terminal, columns, rows);
    expect(written.out.split('\n')).toContain('p22  A name that…  x');
    for (const line of written.out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(24);
  });

  test('numbers are aligned by their last digit', () => {
    const { terminal, written } = keptTerminal();
    const counts = [
      { title: 'PAGE', text: ([page = '']: string[]) => page },
      { title: 'VIEWS', text: ([, views = '']: string[]) => views, numbers: true },
    ];
    printTable(terminal, counts, [
      ['/', '1,204'],
      ['/guide', '7'],
      ['/a', '1,000,000'],
    ]);
    expect(written.out.split('\n')).toEqual([
      'PAGE        VIEWS',
      '/           1,204',
      '/guide          7',
      '/a      1,000,000',
      '',
    ]);
  });

  test('prints all of 200,000 rows', () => {
    const { terminal, written } = keptTerminal();
    printTable(
      terminal,
      columns,
      Array.from({ length: 200_000 }, () => ['p', 'n', 's']),
    );
    expect(written.out.split('\n')).toHaveLength(200_002);
  });

  test('keeps addresses whole', () => {
    const { terminal, written } = keptTerminal({ columns: 24 });
    printTable(terminal, columns, [['p1', 'https://desk.example.com/pulls/1', 'x']]);
    expect(written.out).toContain('https://desk.example.com/pulls/1');
  });

  test('never breaks a row over several lines', () => {
    const { terminal, written } = keptTerminal();
    printTable(terminal, columns, [['p1', 'two\nlines\u001B[1m', 'x']]);
    expect(written.out.split('\n')).toHaveLength(3);
  });
});

describe('a diff', () => {
  const file: FileDiff = {
    path: 'docs/new.md',
    oldPath: 'docs/old.md',
    change: 'renamed',
    binary: false,
    additions: 1,
    deletions: 1,
    patch: '@@ -1 +1 @@\n-a \u001B[31mred\n+b\n',
  };
  const diff: JobDiff = { baseCommit: null, headCommit: null, additions: 1, deletions: 1, files: [file] };

  test('is accepted by git apply when it goes to a pipe', () => {
    const { terminal, written } = keptTerminal();
    printDiff(terminal, diff);
    expect(written.out).toBe(
      [
        'diff --git a/docs/old.md b/docs/new.md',
        'rename from docs/old.md',
        'rename to docs/new.md',
        '--- a/docs/old.md',
        '+++ b/docs/new.md',
        '@@ -1 +1 @@',
        '-a \u001B[31mred',
        '+b',
        '',
      ].join('\n'),
    );
  });

  test('is coloured in a terminal, and escape sequences in it are shown', () => {
    const { terminal, written } = keptTerminal({ interactive: true });
    printDiff(terminal, diff);
    expect(written.out).toContain('\u001B[32m+b\u001B[39m');
    expect(written.out).toContain('-a ␛[31mred');
  });

  test('has its counts in words', () => {
    expect(diffStat(diff)).toBe('1 file changed, 1 insertion, 1 deletion');
    expect(diffStat({ ...diff, files: [], additions: 1200, deletions: 0 })).toBe(
      '0 files changed, 1,200 insertions, 0 deletions',
    );
  });
});

describe('the transcript in words', () => {
  const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, cacheWriteTokens: null };
  const step = (tools: ReturnType<typeof tool>[], text = ''): JobEvent => ({
    sequence: 3,
    at: '2024-03-09T10:00:00.000Z',
    type: 'step',
    data: { step: 2, messages: [], text, tools, changedFiles: [], usage },
  });

  test('calls with the same verb are reported together', () => {
    const reads = ['a', 'b', 'c', 'd'].map((name) => tool(`read ${name}.md`));
    expect(narrate(step([...reads, tool('edit a.md')]), plain)).toEqual([
      'step 2  read a.md, b.md and 2 more, edit a.md',
    ]);
  });

  test('a call that failed has a line of its own, with the reason', () => {
    expect(narrate(step([tool('edit a.md', false, 'no such text\nnearest: …')]), plain)).toEqual([
      'step 2  edit a.md: no such text',
    ]);
  });

  test('a step without tools is reported by its text', () => {
    expect(narrate(step([], 'Nothing\nto do.'), plain)).toEqual(['step 2  Nothing']);
  });

  test.each([
    ['changed', 'completed'],
    ['needs_answer', 'completed: needs answer'],
    ['declined', 'completed: declined'],
    [null, 'completed'],
  ] as const)('the end of a job with outcome %s is printed as %j', (outcome, reported) => {
    const data = { prLink: null, summary: 'Which?', outcome, usage: null };
    const event = { sequence: 4, at: '2024-03-09T10:00:00.000Z', type: 'completed', data } as const;
    expect(narrate(event, plain)).toEqual([reported, 'Which?']);
  });

  test('checks that were not all read are not printed as passed', () => {
    const counts = { running: 0, passed: 300, failed: 0, failing: [] };
    const data = { number: 7, commit: 'a'.repeat(40), state: 'running' as const, isWhole: false, ...counts };
    expect(narrate({ sequence: 4, at: '2024-03-09T10:00:00.000Z', type: 'checks', data }, plain)).toEqual([
      'checks of pull request 7 were not all read',
    ]);
  });

  test('everything that was not judged is printed with its reason', () => {
    const coverage = {
      site: { label: 'Markdown files', isRecognised: false },
      links: 120,
      notJudged: [{ because: 'the plugin x may\nadd pages', count: 3, example: 'a.md:1 /x' }],
      others: [{ what: 'import', because: 'its name is computed', count: 1, example: 'a.mdx ./x' }],
      leftAlone: [{ kind: 'AsciiDoc', files: 12 }],
    };
    const data = { problems: [], warnings: [], repairRound: 0, contested: [], coverage };
    expect(narrate({ sequence: 4, at: '2024-03-09T10:00:00.000Z', type: 'checked', data }, plain)).toEqual([
      'checked the docs: no new problem',
      '  no kind of docs site was recognised: links are resolved as code hosts resolve them',
      '  not judged: 3 of 120 links, because the plugin x may add pages (such as a.md:1 /x)',
      '  not judged: 1 import, because its name is computed (such as a.mdx ./x)',
      '  not checked: 12 files of AsciiDoc',
    ]);
  });

  test('problems that a change brings are listed', () => {
    const event: JobEvent = {
      sequence: 4,
      at: '2024-03-09T10:00:00.000Z',
      type: 'checked',
      data: {
        problems: ['a.md:1 error link: gone'],
        warnings: [],
        repairRound: 1,
        contested: [],
        coverage: nothingChecked,
      },
    };
    expect(narrate(event, plain)).toEqual([
      'checked the docs: the change causes 1 problem',
      '  a.md:1 error link: gone',
    ]);
  });

  test('contested problems are printed too, each reason once, with the resulting draft', () => {
    const at = '2024-03-09T10:00:00.000Z';
    const problems = ['a.md:1 error link: gone', 'a.md:2 error link: gone'];
    const contested = problems.map((problem) => ({ problem, reason: 'The build\nmakes it.' }));
    const data = { problems, warnings: [], repairRound: 1, contested, coverage: nothingChecked };
    expect(narrate({ sequence: 4, at, type: 'checked', data }, plain)).toEqual([
      'checked the docs: the change causes 2 problems',
      ...problems.map((problem) => `  ${problem}`),
      'the model contests 2 problems',
      '  The build makes it.',
    ]);
    const pull = (opened: boolean, draft: boolean): JobEvent => {
      return { sequence: 5, at, type: 'pull_request', data: { number: 3, link: 'https://x.test/3', opened, draft } };
    };
    expect([pull(true, false), pull(true, true), pull(false, true)].flatMap((event) => narrate(event, plain))).toEqual([
      'pull request 3 opened',
      'pull request 3 opened as a draft',
      'pull request 3 updated, with contested problems',
    ]);
  });
});
