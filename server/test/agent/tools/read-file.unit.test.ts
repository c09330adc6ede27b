import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { memoryTree, quietDocs } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const text = '\uFEFF# One\r\n\r\ntext\r\n\r\n## Two  words\r\n';
const tree = memoryTree({ 'a.md': text, 'docs/b.md': 'b\n', 'docs/c.md': 'c', 'empty.md': '', 'a.json': '{}\n' });
const read = (input: object, context = {}) => callTool('read_file', input, tree, context);

test('line numbers are shown on request', async () => {
  expect((await read({ path: 'a.md', from_line: 2, lines: 2, numbers: true })).text).toBe(
    'a.md lines 2-3 of 5, byte-order mark\n2\t\r\n3\ttext\r\n',
  );
});

describe('several files', () => {
  test('are answered together, and a missing one does not affect the others', async () => {
    const marks = new ReadMarks();
    const paths = ['docs/b.md', 'docs/a.md', './docs/c.md', 'empty.md', 'docs/b.md'];
    expect(await read({ paths }, { marks })).toEqual({
      ok: true,
      text: [
        '4 files',
        'docs/b.md lines 1-1 of 1',
        'b',
        'There is no file docs/a.md. Near it: a.md, a.json.',
        'docs/c.md lines 1-1 of 1, no newline at the end',
        'c',
        'empty.md lines 0-0 of 0',
      ].join('\n'),
    });
    expect(['docs/b.md', 'docs/c.md', 'a.md'].map((path) => marks.has(path, tree.entry(path)?.blob ?? ''))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('share a limit of 100 KB, and those that are not shown do not count as read', async () => {
    const large = memoryTree({
      'a.md': 'a\n'.repeat(2_000),
      'b.md': `${'b'.repeat(1_000)}\n`.repeat(150),
      'c.md': 'c\n',
    });
    const marks = new ReadMarks();
    const { text: answer } = await callTool('read_file', { paths: ['a.md', 'b.md', 'b.md', 'c.md'] }, large, { marks });
    expect(Buffer.byteLength(answer)).toBeLessThan(105_000);
    expect(answer).toMatch(/\nb\.md lines 1-98 of 150\n/);
    expect(answer).toMatch(/\nc\.md lines 1-1 of 1\nc$/);
    expect(marks.hasLines('b.md', large.entry('b.md')?.blob ?? '', { from: 1, to: 98 })).toBe(true);
    expect(marks.hasLines('b.md', large.entry('b.md')?.blob ?? '', { from: 1, to: 99 })).toBe(false);
  });

  test('are reported as not shown if there is no room', async () => {
    const large = memoryTree({ 'a.md': `${'a'.repeat(102_300)}\n`, 'b.md': `${'b'.repeat(500)}\n`, 'c.md': 'c\n' });
    const { text: answer } = await callTool('read_file', { paths: ['a.md', 'b.md', 'c.md'] }, large);
    expect(answer).toMatch(/\nb\.md: not shown, for the answer is full; read it in another call\./);
  });

  test('a list with one path is answered like that path', async () => {
    expect(await read({ paths: ['docs/b.md'] })).toEqual(await read({ path: 'docs/b.md' }));
    const filledIn = { path: '', paths: ['docs/b.md'], from_line: 0, lines: 0, numbers: false };
    expect(await read(filledIn)).toEqual(await read({ path: 'docs/b.md' }));
  });

  test.each([
    [{}, 'No path is given.'],
    [{ paths: [] }, 'No path is given.'],
    [{ path: 'a.md', from_line: -1 }, /from_line: /],
    [{ paths: Array.from({ length: 21 }, (_, index) => `${index}.md`) }, /paths: .*20/],
  ])('%j is refused', async (input, reason) => {
    const answer = await read(input);
    expect(answer.ok).toBe(false);
    expect(answer.text).toMatch(reason);
  });
});

describe('an outline', () => {
  const headings = [
    { start: 0, end: 5, depth: 1, text: 'One', style: 'atx' as const },
    { start: 17, end: 28, depth: 2, text: 'Two \n words', style: 'atx' as const },
  ];
  const page = { frontMatter: undefined, headings, links: [], code: [], firstParagraph: undefined };
  const docs = quietDocs({ parse: () => Promise.resolve(page) });

  test('has the headings with their lines', async () => {
    const marks = new ReadMarks();
    expect(await read({ path: 'a.md', outline: true }, { docs, marks })).toEqual({
      ok: true,
      text: 'a.md outline, 5 lines\n1\t# One\n5\t## Two words',
    });
    const isSeen = (from: number, to: number) =>
      marks.hasLines('a.md', tree.entry('a.md')?.blob ?? '', { from, to }, 'part');
    expect([isSeen(1, 1), isSeen(5, 5), isSeen(1, 2)]).toEqual([true, true, false]);
  });

  test('covers several files, and those without headings', async () => {
    const paths = ['docs/b.md', 'a.json'];
    expect((await read({ paths, outline: true })).text).toBe(
      '2 files\ndocs/b.md outline, 1 lines\nno headings\na.json outline, 1 lines\nno headings: it is no Markdown by its name',
    );
  });

  test('is bounded', async () => {
    const many = Array.from({ length: 1_000 }, () => ({
      start: 0,
      end: 1,
      depth: 1,
      text: 'x'.repeat(900),
      style: 'atx' as const,
    }));
    const long = quietDocs({ parse: () => Promise.resolve({ ...page, headings: many }) });
    const lines = (await read({ path: 'docs/b.md', outline: true }, { docs: long })).text.split('\n');
    expect(lines).toHaveLength(302);
    expect(lines[1]).toHaveLength(2 + 2 + 120);
    expect(lines.at(-1)).toBe('… 700 more');
  });

  test('a page that cannot be parsed is reported with the others', async () => {
    const refusal = new CopydeskError('file_refused', 'docs/b.md cannot be parsed: too deep.');
    const refusing = quietDocs({ parse: () => Promise.reject(refusal) });
    const answer = await read({ paths: ['docs/b.md', 'a.json'], outline: true }, { docs: refusing });
    expect(answer.text).toMatch(/^2 files\ndocs\/b\.md cannot be parsed: too deep\.\na\.json outline/);
  });
});
