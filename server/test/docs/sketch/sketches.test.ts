import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFacts, type Facts } from '../../../src/docs/facts.ts';
import { openParsePool } from '../../../src/docs/parse-pool.ts';
import { openRecordStore } from '../../../src/docs/sketch/record-store.ts';
import type { DocsTree } from '../../../src/docs/tree.ts';
import { treeOf } from '../memory-tree.ts';
import { generatedPage } from './generated-page.ts';

const pool = openParsePool({ workers: 2, timeoutMilliseconds: 300, memoryMegabytes: 128 });
afterAll(() => pool.close());

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'copydesk-sketches-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs one life of a process; what it has not stored is lost. */
async function live<T>(maximumBytes: number, work: (facts: Facts) => Promise<T>): Promise<T> {
  const store = openRecordStore({ directory, version: 1, maximumBytes: 10_000_000 });
  const result = await work(openFacts({ pool, store, maximumBytes }));
  await store.close();
  return result;
}

async function all(facts: Facts, tree: DocsTree) {
  return await Promise.all(
    tree.entries().map(async ({ path: page }) => [await facts.rough(tree, page), await facts.outline(tree, page)]),
  );
}

/** Returns the same files, which must not be read again. */
function unread(tree: DocsTree): DocsTree {
  return { ...tree, read: () => Promise.reject(new Error('it was read again')) };
}

describe('what is known of many pages', () => {
  it('is the same fresh, one by one or at once, and from disk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(generatedPage, { minLength: 1, maxLength: 20 }), async (pages) => {
        const tree = treeOf(Object.fromEntries(pages.map((text, index) => [`${index}.md`, text])));
        const paths = tree.entries().map(({ path: page }) => page);
        const fresh = await all(openFacts({ pool, maximumBytes: 1_000_000 }), tree);
        const made = await live(1_000_000, async (facts) => {
          await facts.prepare(tree, paths);
          return await all(facts, unread(tree));
        });
        const kept = await live(1_000_000, (facts) => all(facts, unread(tree)));
        // With hardly any memory, each is read from disk on request.
        const squeezed = await live(2_000, async (facts) => {
          await facts.prepare(unread(tree), paths);
          return await all(facts, unread(tree));
        });
        expect([made, kept, squeezed]).toEqual([fresh, fresh, fresh]);
      }),
      { numRuns: 30 },
    );
  });

  it('is prepared with progress, and cached afterwards', async () => {
    const text = 'A [link](b.md).\n'.repeat(400);
    const tree = treeOf(
      Object.fromEntries(Array.from({ length: 300 }, (_, page) => [`${page}.md`, `# ${page}\n${text}`])),
    );
    const paths = tree.entries().map(({ path: page }) => page);
    const facts = openFacts({ pool, maximumBytes: 10_000_000 });
    const progress: number[] = [];
    await facts.prepare(tree, paths, (done) => progress.push(done));
    expect(progress.at(0)).toBe(0);
    expect(progress.at(-1)).toBe(300);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(paths.map((page) => facts.cachedOutline(tree, page)?.kind)).toEqual(paths.map(() => 'known'));
  });

  it('excludes what is not a file, and what is too large', async () => {
    const tree = treeOf({ 'link.md@': 'a.md', 'a.md': '# A\n', 'large.md': 'x'.repeat(1_000_001) });
    const facts = openFacts({ pool, maximumBytes: 1_000_000 });
    await facts.prepare(tree, ['link.md', 'a.md', 'large.md', 'gone.md']);
    expect((await facts.rough(tree, 'a.md')).kind).toBe('known');
    expect(await facts.rough(tree, 'link.md')).toMatchObject({ message: 'it is no regular file' });
    expect(await facts.rough(tree, 'large.md')).toMatchObject({ message: expect.stringContaining('1,000,000') });
  });
});
