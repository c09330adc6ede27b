import type { DocsTree, DocsTreeEntry } from '../tree.ts';

/** The tree as it will be when a file has another path. */
export function movedTree(tree: DocsTree, from: string, to: string): DocsTree {
  const old = tree.entry(from);
  const moved = old && { ...old, path: to };
  return changedTree(tree, from, moved, () => tree.read(from));
}

/** The tree as it will be with one more, empty page. */
export function grownTree(tree: DocsTree, path: string): DocsTree {
  if (tree.entry(path)) return tree;
  return changedTree(tree, undefined, { path, kind: 'file', blob: `planned ${path}` }, () =>
    Promise.resolve(new Uint8Array()),
  );
}

function changedTree(
  tree: DocsTree,
  without: string | undefined,
  one: DocsTreeEntry | undefined,
  read: () => Promise<Uint8Array>,
): DocsTree {
  const kept = tree.entries().filter(({ path }) => path !== without && path !== one?.path);
  const entries = one ? [...kept, one].toSorted((a, b) => (a.path < b.path ? -1 : 1)) : kept;
  return {
    entries: () => entries,
    entry: (path) => (path === one?.path ? one : path === without ? undefined : tree.entry(path)),
    read: (path) => (path === one?.path ? read() : tree.read(path)),
  };
}
