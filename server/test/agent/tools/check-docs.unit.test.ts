import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/agent/ports.ts';
import { nothingChecked } from '../../support/coverage.ts';
import { memoryTree, quietDocs } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const coverage = nothingChecked;

describe('check_docs', () => {
  const problem: Problem = {
    rule: 'link',
    severity: 'error',
    path: 'a.md',
    line: 3,
    message: 'No page "x".',
    subject: 'x',
  };

  test('reports one line for each problem, with a suggestion', async () => {
    const problems = [problem, { ...problem, severity: 'warning' as const, subject: undefined, suggestion: 'a "b"' }];
    const docs = quietDocs({ check: () => Promise.resolve({ problems, coverage }) });
    expect((await callTool('check_docs', {}, memoryTree({}), { docs })).text.split('\n')).toEqual([
      'a.md:3 error link: No page "x". | subject: "x"',
      String.raw`a.md:3 warning link: No page "x". | suggestion: "a \"b\""`,
    ]);
  });

  test('checks the given pages, and reports if there are no problems', async () => {
    const asked: (string[] | undefined)[] = [];
    const docs = quietDocs({
      check: (paths) => Promise.resolve(void asked.push(paths)).then(() => ({ problems: [], coverage })),
    });
    expect(await callTool('check_docs', { paths: ['./a.md'] }, memoryTree({}), { docs })).toMatchObject({
      ok: true,
      text: 'no problems',
    });
    expect(asked).toEqual([['a.md']]);
  });

  test('reports how many links were not judged, and why', async () => {
    const notJudged = [{ because: 'the plugin x may add pages', count: 3, example: 'a.md:1 /x' }];
    const others = [{ what: 'import', because: 'its name is computed', count: 1, example: 'a.mdx ./x' }];
    const leftAlone = [{ kind: 'AsciiDoc', files: 12 }];
    const reported = { ...coverage, links: 120, notJudged, others, leftAlone };
    const docs = quietDocs({ check: () => Promise.resolve({ problems: [], coverage: reported }) });
    expect((await callTool('check_docs', {}, memoryTree({}), { docs })).text.split('\n')).toEqual([
      'no problems',
      'not judged: 3 of 120 links, because the plugin x may add pages (such as a.md:1 /x)',
      'also not judged: 1 import, because its name is computed (such as a.mdx ./x)',
      'not checked: 12 files of AsciiDoc',
    ]);
  });

  describe('about the effects of a change', () => {
    const made = { ...problem, path: 'b.md', message: 'No page "y".' };
    const warning = { ...made, severity: 'warning' as const, line: 1 };

    test('reports new problems first, in any file, and counts the rest', async () => {
      expect(await checked({ paths: ['a.md'] }, docsWith([warning, made], [problem]))).toEqual([
        'of your change:',
        'b.md:3 error link: No page "y". | subject: "x"',
        'b.md:1 warning link: No page "y". | subject: "x"',
        'earlier: 1 in 1 file, not of your making',
      ]);
    });

    test('lists earlier problems on request, each once', async () => {
      expect(await checked({ earlier: true }, docsWith([made], [problem, made]))).toEqual([
        'of your change:',
        'b.md:3 error link: No page "y". | subject: "x"',
        'earlier:',
        'a.md:3 error link: No page "x". | subject: "x"',
      ]);
    });

    test.each([
      [[], 'no problems'],
      [[problem], 'no problems of your change\nearlier: 1 in 1 file, not of your making'],
    ])('reports that the change broke nothing', async (problems, text) => {
      expect((await checked({}, docsWith([], problems))).join('\n')).toBe(text);
    });
  });

  test('reports at most 300', async () => {
    const docs = quietDocs({
      check: () => Promise.resolve({ problems: Array.from({ length: 310 }, () => problem), coverage }),
    });
    const lines = (await callTool('check_docs', {}, memoryTree({}), { docs })).text.split('\n');
    expect(lines).toHaveLength(301);
    expect(lines.at(-1)).toBe('… 10 more');
  });
});

async function checked(input: object, docs: ReturnType<typeof quietDocs>): Promise<string[]> {
  return (await callTool('check_docs', input, memoryTree({}), { docs })).text.split('\n');
}

function docsWith(introduced: Problem[], problems: Problem[]) {
  return quietDocs({
    introduced: () => Promise.resolve({ problems: introduced, coverage }),
    check: () => Promise.resolve({ problems, coverage }),
  });
}
