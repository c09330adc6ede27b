import { describe, expect, test } from 'vitest';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { memoryTree } from '../memory-tree.ts';
import type { MemoryTree } from '../memory-tree.ts';
import { callTool, callTools } from './call-tool.ts';

const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');

/** A file, what the model has read of it, and its edits. */
async function page(content: string, reads: object[] = [{}]) {
  const tree = memoryTree({ 'a.md': content });
  const marks = new ReadMarks();
  for (const read of reads) await callTool('read_file', { path: 'a.md', ...read }, tree, { marks });
  const edit = async (...edits: object[]) =>
    (await callTool('edit_file', { path: 'a.md', edits }, tree, { marks })).text;
  return { tree, marks, edit };
}

/** Makes all edits in one answer of the model. */
async function inOneStep(tree: MemoryTree, marks: ReadMarks, ...edits: object[]): Promise<string[]> {
  const calls = edits.map((edit) => ({ tool: 'edit_file', input: { path: 'a.md', edits: [edit] } }));
  return (await callTools(calls, tree, { marks })).map(({ text }) => text);
}

describe('edit_file reports its changes', () => {
  test('in three lines for one changed line', async () => {
    const { edit } = await page(ten);
    expect(await edit({ old: 'line 4', new: 'line four' })).toBe('edited a.md\n-4 line 4\n+4 line four');
  });

  test('with the number of places, and how far the lines below have moved', async () => {
    const { edit } = await page(ten);
    expect(await edit({ old: 'line 1\n', new: '' }, { from_line: 3, new: 'x\ny\nz' })).toBe(
      'edited a.md in 2 places\n-1 line 1\n-3 line 3\n+2 x\n+3 y\n+4 z\nlines below are 1 further down now',
    );
    expect(await edit({ from_line: 2, to_line: 4, new: '' })).toMatch(/lines below are 3 further up now$/);
  });

  test('within a size limit', async () => {
    const { edit } = await page('word\n\n'.repeat(900));
    const answer = await edit({ old: 'word', new: 'term', all: true });
    expect(answer.length).toBeLessThan(2_200);
    expect(answer).toMatch(/^edited a\.md in 900 places\n-1 word\n\+1 term\n[^]*\n… 1760 more lines$/);
  });
});

describe('edit_file by lines', () => {
  test('replaces, removes and inserts; line numbers of a later answer are the new ones', async () => {
    const { tree, edit } = await page('a\nb\nc\n');
    expect(await edit({ from_line: 2, to_line: 1, new: 'x' })).toMatch(/^edited/);
    expect(await edit({ from_line: 3, new: 'B' })).toBe('edited a.md\n-3 b\n+3 B');
    expect(await edit({ from_line: 5, to_line: 4, new: 'end' })).toMatch(/^edited/);
    expect(tree.text('a.md')).toBe('a\nx\nB\nc\nend\n');
  });

  test('in several calls of one answer uses the line numbers from before the answer', async () => {
    const { tree, marks } = await page(ten);
    await inOneStep(
      tree,
      marks,
      { from_line: 2, to_line: 4, new: '' },
      { from_line: 8, new: 'EIGHT' },
      { old: 'line 1\n', new: 'line 1\nmore\nmore still\n' },
      { from_line: 10, new: 'TEN' },
    );
    expect(tree.text('a.md')).toBe('line 1\nmore\nmore still\nline 5\nline 6\nline 7\nEIGHT\nline 9\nTEN\n');
    const [, second] = await inOneStep(tree, marks, { from_line: 2, new: 'x' }, { from_line: 1, to_line: 2, new: 'y' });
    expect(second).toBe('a.md was not changed. Lines 1-2 were changed by a call before.');
  });

  test.each([
    [[{ from_line: -1, new: 'x' }], /^The input of edit_file is not valid\. edits\[0\]\.from_line: /],
    [[], /^The input of edit_file is not valid\. edits: Too small/],
    [[{ new: 'x' }], 'give either old, or from_line and to_line.'],
    [[{ old: 'line 1', from_line: 1, new: 'x' }], 'give either old, or from_line and to_line.'],
    [
      [
        { from_line: 1, new: 'x' },
        { to_line: 2, new: 'x' },
      ],
      'Edit 2: give either old, or from_line and to_line.',
    ],
    [[{ from_line: 9, to_line: 12, new: 'x' }], /^The file has 10 lines; there is no line 12\./],
    [
      [
        { from_line: 1, to_line: 5, new: 'x' },
        { old: 'line 3', new: 'y' },
      ],
      /^Edits 1 and 2 overlap on line 3;/,
    ],
  ])('%j is refused', async (edits, reason) => {
    const { tree, edit } = await page(ten);
    const answer = await edit(...edits);
    expect(answer.replace('a.md was not changed. ', '')).toMatch(reason);
    expect(tree.text('a.md')).toBe(ten);
  });

  test('accepts an empty old beside lines, and line numbers of zero beside old', async () => {
    const { edit } = await page(ten);
    expect(await edit({ old: 'line 7', from_line: 0, to_line: 0, new: 'x' })).toMatch(/^edited/);
    expect(await edit({ old: '', from_line: 1, to_line: 1, new: 'x' })).toMatch(/^edited/);
  });
});

describe('edit_file refuses to change unseen lines', () => {
  const some = [{ from_line: 3, lines: 3 }];

  test('and names them', async () => {
    const { edit } = await page(ten, some);
    expect(await edit({ old: 'line 8', new: 'x' })).toBe(
      'a.md was not changed. You have not seen these lines of it: 8. Read them first.',
    );
    expect(await edit({ from_line: 5, to_line: 6, new: 'x' })).toMatch(/not seen these lines of it: 5-6\./);
    expect(await edit({ from_line: 8, to_line: 7, new: 'x' })).toMatch(/not seen these lines of it: 8\./);
    expect(await edit({ old: 'line', new: 'x', all: true })).toMatch(/not seen these lines of it: 1-2,6-10\./);
    expect(await edit({ from_line: 3, to_line: 2, new: 'x' })).toMatch(/^edited/);
    expect(await edit({ old: 'line 5', new: 'x\ny' })).toMatch(/^edited/);
    expect(await edit({ from_line: 4, to_line: 7, new: 'z' })).toMatch(/^edited/);
    expect(await edit({ old: 'line 6', new: 'x' })).toMatch(/not seen these lines of it: 5\./);
  });

  test('so that a partly read file cannot be replaced, but one that was read in parts can', async () => {
    const write = { path: 'a.md', content: 'new\n' };
    const { tree, marks } = await page(ten, some);
    expect(await callTool('write_file', write, tree, { marks })).toEqual({
      ok: false,
      text: 'You have seen a part of a.md; read all of it, then replace it, or use edit_file.',
    });
    for (const input of [{ lines: 2 }, { from_line: 6 }])
      await callTool('read_file', { path: 'a.md', ...input }, tree, { marks });
    expect(await callTool('write_file', write, tree, { marks })).toMatchObject({ ok: true });
  });

  test('but accepts an edit by quotation of a line that a search showed in part', async () => {
    const { tree, marks, edit } = await page(ten, []);
    await callTool('search', { pattern: 'line 9' }, tree, { marks });
    expect(await edit({ old: 'line 9', new: 'LINE 9' })).toMatch(/^edited/);
    marks.setLines('a.md', tree.entry('a.md')?.blob ?? '', [{ from: 2, to: 2 }], [{ from: 7, to: 7 }]);
    expect(await edit({ from_line: 7, new: 'x' })).toMatch(/not seen these lines of it: 7\./);
    expect(await edit({ old: 'line 7', new: 'LINE 7' }, { from_line: 2, new: 'LINE 2' })).toMatch(/^edited/);
  });
});
