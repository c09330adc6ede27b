import type { QuestionsTree } from '../../src/questions/tree.ts';

/** Returns a tree of these files; one that is undefined does not exist. */
export function treeOf(contents: Record<string, string | undefined>): QuestionsTree {
  const all = new Map(Object.entries(contents).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return {
    entries: () =>
      [...all]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([path, text]) => ({ path, kind: 'file' as const, blob: text })),
    entry: (path) => (all.has(path) ? { kind: 'file', blob: all.get(path) ?? '' } : undefined),
    read: async (path) => Buffer.from(all.get(path) ?? ''),
  };
}
