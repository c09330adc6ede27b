import { expect, test } from 'vitest';
import { Contests } from '../../../src/agent/review/contests.ts';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { saveMarks } from '../../../src/agent/tools/file/save-marks.ts';
import { memoryTree, quietDocs } from '../memory-tree.ts';
import type { MemoryTree } from '../memory-tree.ts';

const put = (tree: MemoryTree, path: string, text: string) => tree.write(path, new TextEncoder().encode(text));

test('a tool’s changes to seen lines count as seen, and other changes do not', async () => {
  const tree = memoryTree({ 'a.md': 'one\ntwo\nthree\n', 'b.md': 'one\n', 'c.md': 'one\n', 'd.md': 'one\n' });
  const marks = new ReadMarks();
  for (const path of ['a.md', 'b.md', 'd.md']) marks.set(path, tree.entry(path)?.blob ?? '');
  const context = { tree, marks, docs: quietDocs(), contests: new Contests() };
  const letMarksFollow = await saveMarks(context, ['a.md', 'b.md', 'c.md', 'd.md', 'none.md']);
  put(tree, 'a.md', 'one\nTWO\nthree\nnew\n');
  tree.remove('b.md');
  put(tree, 'moved.md', 'one\n');
  put(tree, 'c.md', 'changed\n');
  tree.remove('d.md');
  await letMarksFollow({ moved: new Map([['b.md', 'moved.md']]) });
  const isSeen = (path: string, from: number, to = from) =>
    marks.hasLines(path, tree.entry(path)?.blob ?? '', { from, to });
  expect([isSeen('a.md', 1, 3), isSeen('a.md', 4), isSeen('moved.md', 1), isSeen('c.md', 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
