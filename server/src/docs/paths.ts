import type { DocsTreeEntry } from './tree.ts';

/** The paths of a tree, for questions that a tree itself does not answer. */
export interface PathIndex {
  /** Regular files, sorted. */
  files: string[];
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Whether the path is a symlink or submodule, or lies in one: what is there cannot be told. */
  isLeftAlone(path: string): boolean;
  /** Files whose path is the same but for upper and lower case. */
  ignoringCase(path: string): string[];
  /** Files by their name without its ending, in lower case. */
  byStem(stem: string): string[];
  /** Files with this exact name. */
  byName(name: string): string[];
  /** The names of what lies in a folder, files without their ending. */
  namesIn(folder: string): Iterable<string>;
}

export function indexPaths(entries: DocsTreeEntry[]): PathIndex {
  const files: string[] = [];
  const fileSet = new Set<string>();
  const folders = new Set<string>(['']);
  const leftAlone: string[] = [];
  for (const { path, kind } of entries) {
    if (kind !== 'file') {
      leftAlone.push(path);
      continue;
    }
    files.push(path);
    fileSet.add(path);
    addFolders(folders, path);
  }
  const lower = lazily(() => groupBy(files, (path) => path.toLowerCase()));
  const stems = lazily(() => groupBy(files, (path) => stemOf(path).toLowerCase()));
  const names = lazily(() => groupBy(files, baseName));
  const inFolders = lazily(() => namesByFolder(files, folders));
  return {
    files,
    isFile: (path) => fileSet.has(path),
    isFolder: (path) => folders.has(path),
    isLeftAlone: (path) => leftAlone.some((alone) => path === alone || path.startsWith(`${alone}/`)),
    ignoringCase: (path) => lower().get(path.toLowerCase()) ?? [],
    byStem: (stem) => stems().get(stem.toLowerCase()) ?? [],
    byName: (name) => names().get(name) ?? [],
    namesIn: (folder) => inFolders().get(folder) ?? [],
  };
}

function addFolders(folders: Set<string>, path: string): void {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

function namesByFolder(files: string[], folders: Set<string>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of [...files, ...folders]) {
    if (path === '') continue;
    const known = names.get(folderOf(path)) ?? new Set<string>();
    known.add(stemOf(path));
    names.set(folderOf(path), known);
  }
  return names;
}

function groupBy(paths: string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  return groups;
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** `a/b.md` → `a`; '' at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name without its last ending: `a/b.c.md` → `b.c`; a name that begins with a dot keeps it. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last ending with its dot, in lower case, or ''. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** Whether a target names the file of a page, not its address. */
export function isPagePath(path: string): boolean {
  return /^\.(?:md|mdx|markdown)$/.test(extensionOf(path));
}

/** Joins and folds `.` and `..`; undefined when the result would lie above the top. No slash at either end. */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** The way from a folder to a path: `relativePath('a/b', 'a/c.md')` → `../c.md`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Whether `path` is `folder` or lies in it; everything lies in ''. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** The rest of a path within a folder, without a slash in front. */
export function pathWithin(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
