import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import type { ReadableFiles } from '../../../src/workspace/search/searched-files.ts';
import { openSearcher } from '../../../src/workspace/search/searcher.ts';

const megabyte = 1024 * 1024;

/** Five megabytes. */
const content = (blob: string): Buffer => Buffer.from(`${'x'.repeat(79)}\n`.repeat(65_536) + `${blob} is here\n`);

test('a text that was found and then forgotten is read again to show its hit', async () => {
  const searcher = openSearcher({ maximumBytes: 8 * megabyte });
  const alone: string[] = [];
  const files: ReadableFiles = {
    entries: ['a', 'b', 'c'].map((blob) => ({ path: `${blob}.md`, kind: 'file' as const, blob })),
    unsaved: ({ blob }) => (blob === 'c' ? content('c') : undefined),
    read: async (blob) => {
      alone.push(blob);
      return await Promise.resolve(content(blob));
    },
    readMany: () => {
      throw new Error('so few are read alone');
    },
  };
  const query = { pattern: 'is here', syntax: 'text', ignoreCase: false, limit: 10 } as const;
  const { hits, total } = await searcher.open().search(files, query);
  await searcher.close();
  expect(total).toEqual({ hits: 3, files: 3, atLeast: false });
  expect(hits.map(({ path, line, text }) => [path, line, text])).toEqual(
    ['a', 'b', 'c'].map((blob) => [`${blob}.md`, 65_537, `${blob} is here`]),
  );
  expect(alone.filter((blob) => blob === 'a').length).toBeGreaterThan(1);
});

test.each([
  ['no thread for a small tree', 'A page.\n', 0],
  ['one for a tree of less than a megabyte', 'x'.repeat(0.1 * megabyte), 1],
  ['a thread for each megabyte, up to four or one for each core', 'x'.repeat(2 * megabyte), 4],
])('reading ahead starts %s', async (_, text, most) => {
  let started = 0;
  const count = (): void => void (started += 1);
  process.on('worker', count);
  const searcher = openSearcher({ maximumBytes: 16 * megabyte });
  const files: ReadableFiles = {
    entries: ['a', 'b', 'c'].map((blob) => ({ path: `${blob}.md`, kind: 'file' as const, blob })),
    unsaved: () => Buffer.from(text),
    read: () => Promise.reject(new Error('every file is unsaved')),
    readMany: () => {
      throw new Error('every file is unsaved');
    },
  };
  await searcher.open().readAhead(files, new AbortController().signal);
  process.off('worker', count);
  await searcher.close();
  expect(started).toBe(Math.min(most, availableParallelism()));
});
