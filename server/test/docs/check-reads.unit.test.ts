import { describe, expect, it } from 'vitest';
import type { DocsTree } from '../../src/docs/engine.ts';
import { treeOf, type Files } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { engine } = testDocs();

/** Checks the files, and counts how often each was read: once for the fast look, and again when it is parsed. */
async function readsOf(files: Files) {
  const reads: Record<string, number> = {};
  const tree = treeOf(files);
  const counting: DocsTree = {
    ...tree,
    read(path) {
      reads[path] = (reads[path] ?? 0) + 1;
      return tree.read(path);
    },
  };
  const { problems } = await engine.of(counting, { folder: '' }).check();
  return { subjects: problems.map(({ subject }) => subject), reads };
}

describe('a page with a broken link', () => {
  it('does not parse pages whose heading lines prove that its other links have targets', async () => {
    const { subjects, reads } = await readsOf({
      'docs/.vitepress/config.mjs': 'export default {};\n',
      'docs/faulty.md': '# Faulty\n\n[gone](./gone.md) [there](./told.md#set-up) [nowhere](./asked.md#nowhere)\n',
      'docs/told.md': '# Told\n\n## Set up\n',
      'docs/asked.md': '# Asked\n\n## Another\n',
    });
    expect(subjects).toEqual(['./gone.md', './asked.md#nowhere']);
    expect(reads['docs/told.md']).toBe(1);
    expect(reads['docs/asked.md']).toBeGreaterThan(1);
  });
});
