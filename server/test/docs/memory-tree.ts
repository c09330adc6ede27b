import { createHash } from 'node:crypto';
import type { DocsTree, DocsTreeEntry } from '../../src/docs/engine.ts';

export type Files = Record<string, string | Uint8Array>;

/** Creates a tree in memory. A path that ends with `@` is a symlink, one that ends with `!` a submodule. */
export function treeOf(files: Files): DocsTree {
  const contents = new Map<string, Uint8Array>();
  const entries = Object.entries(files).map(([name, content]): DocsTreeEntry => {
    const path = name.replace(/[@!]$/, '');
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    contents.set(path, bytes);
    const kind = name.endsWith('@') ? 'symlink' : name.endsWith('!') ? 'submodule' : 'file';
    return { path, kind, blob: createHash('sha1').update(bytes).digest('hex') };
  });
  entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    entries: () => entries,
    entry: (path) => byPath.get(path),
    read(path) {
      const bytes = contents.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`no such file: ${path}`));
    },
  };
}
