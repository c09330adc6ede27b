import { CopydeskError } from '@copydesk/contract/errors';
import { blobId } from '../blob-id.ts';
import { isWithin, type PathIndex } from '../text/paths.ts';
import type { DocsTree, DocsTreeEntry } from '../tree.ts';

/** How many files may be moved or deleted at once: each is a row of the job, and each page is parsed. */
const maximumFiles = 1_000;

/**
 * Returns the file at a path, or all files of a folder.
 * @throws CopydeskError `file_refused` if there are too many.
 */
export function filesAt(index: PathIndex, path: string): string[] {
  if (index.isFile(path)) return [path];
  const files = path === '' ? [] : index.files.filter((file) => isWithin(file, path));
  if (files.length <= maximumFiles) return files;
  throw new CopydeskError(
    'file_refused',
    `${path} holds ${files.length} files; at most ${maximumFiles} are moved or deleted at once. Take the folders in it one by one.`,
  );
}

/** Returns the tree with files at other paths. */
export function movedTree(tree: DocsTree, moves: ReadonlyMap<string, string>): DocsTree {
  const moved = new Map<string, DocsTreeEntry>();
  const origins = new Map<string, string>();
  for (const [from, to] of moves) {
    const old = tree.entry(from);
    if (old) moved.set(to, { ...old, path: to });
    origins.set(to, from);
  }
  return changedTree(tree, new Set(moves.keys()), moved, (path) => tree.read(origins.get(path) ?? path));
}

/** Returns the tree without some files. */
export function treeWithout(tree: DocsTree, paths: Iterable<string>): DocsTree {
  return changedTree(tree, new Set(paths), new Map(), (path) => tree.read(path));
}

/** Returns the tree with an additional, empty page. */
export function treeWithPage(tree: DocsTree, path: string): DocsTree {
  if (tree.entry(path)) return tree;
  const page: DocsTreeEntry = { path, kind: 'file', blob: `planned ${path}` };
  return changedTree(tree, new Set(), new Map([[path, page]]), () => Promise.resolve(new Uint8Array()));
}

/** Returns the tree with new texts for files; files whose text is undefined are removed. */
export function treeWithTexts(tree: DocsTree, texts: ReadonlyMap<string, string | undefined>): DocsTree {
  const files = new Map<string, DocsTreeEntry>();
  for (const [path, text] of texts) if (text !== undefined) files.set(path, { path, kind: 'file', blob: blobId(text) });
  const gone = new Set([...texts.keys()].filter((path) => !files.has(path)));
  return changedTree(tree, gone, files, (path) => Promise.resolve(new TextEncoder().encode(texts.get(path))));
}

function changedTree(
  tree: DocsTree,
  without: ReadonlySet<string>,
  more: ReadonlyMap<string, DocsTreeEntry>,
  read: (path: string) => Promise<Uint8Array>,
): DocsTree {
  const kept = tree.entries().filter(({ path }) => !without.has(path) && !more.has(path));
  const entries = [...kept, ...more.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    entries: () => entries,
    entry: (path) => more.get(path) ?? (without.has(path) ? undefined : tree.entry(path)),
    read: (path) => (more.has(path) ? read(path) : tree.read(path)),
  };
}
