import type { DocsTreeEntry } from '../tree.ts';

/** An index of a tree's paths, for questions that a tree itself does not answer. */
export interface PathIndex {
  /** Regular files, sorted. */
  files: string[];
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Returns whether the path is a symlink or submodule, or is below one: its content is unknown. */
  isLeftAlone(path: string): boolean;
  /** Returns files whose path differs at most in upper and lower case. */
  ignoringCase(path: string): string[];
  /** Returns files by their name without extension, in lower case. */
  byStem(stem: string): string[];
  /** Returns files with this exact name. */
  byName(name: string): string[];
  /** Returns the names of the entries of a folder, files without their extension. */
  namesIn(folder: string): Iterable<string>;
}

export function indexPaths(entries: readonly DocsTreeEntry[]): PathIndex {
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
  const lower = computeOnce(() => groupBy(files, (path) => path.toLowerCase()));
  const stems = computeOnce(() => groupBy(files, (path) => stemOf(path).toLowerCase()));
  const names = computeOnce(() => groupBy(files, baseName));
  const inFolders = computeOnce(() => namesByFolder(files, folders));
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

function computeOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns the folder of a path: `a/b.md` → `a`; '' at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the name without its last extension: `a/b.c.md` → `b.c`. A name that begins with a dot stays unchanged. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the last extension with its dot, in lower case, or ''. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** Returns whether a target names the file of a page, not its address. */
export function isPagePath(path: string): boolean {
  return /^\.(?:md|mdx|markdown)$/.test(extensionOf(path));
}

/**
 * Joins paths and resolves `.` and `..`; returns undefined if the result would be above the top. The result has no
 * slash at either end.
 */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** Returns the relative path from a folder to a path: `relativePath('a/b', 'a/c.md')` → `../c.md`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Returns whether `path` is `folder` or is in it; everything is in ''. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Returns the rest of a path within a folder, without a leading slash. */
export function pathWithin(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
