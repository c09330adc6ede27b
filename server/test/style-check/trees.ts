import { createHash } from 'node:crypto';
import type { StyleTree } from '../../src/style-check/tree.ts';

/** The files at one time, by their texts; `null` stands for a symbolic link. */
export function treeOf(files: Record<string, string | null>): StyleTree {
  const entries = Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({
      path,
      kind: text === null ? ('symlink' as const) : ('file' as const),
      blob: idOf(text),
    }));
  return {
    id: () => idOf(JSON.stringify(entries)),
    entries: () => entries,
    entry: (path) => entries.find((entry) => entry.path === path),
    async read(path) {
      const text = files[path];
      if (typeof text !== 'string') throw new Error(`There is no file ${path}`);
      return await Promise.resolve(new TextEncoder().encode(text));
    },
  };
}

function idOf(text: string | null): string {
  return createHash('sha1')
    .update(text ?? 'link')
    .digest('hex');
}
