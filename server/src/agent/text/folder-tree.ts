import type { TreeEntry } from '../ports.ts';

/** How much of a tree is shown. */
interface TreeBounds {
  /** The number of lines to aim at; the direct folders and files of the folder come first. */
  lines: number;
  /** Levels below the folder itself. */
  levels: number;
  /** How many of the folder's own files are skipped. */
  offset: number;
}

/**
 * Formats a folder as a tree: a line `PATH/ N files` for it and for each folder below. The line ends in a colon when
 * the names of its files follow, each after a space. The first line says that paths are from the repository's root. As
 * far as there is room, folders are shown before files, those with pages before others, and small ones before large
 * ones.
 *
 * @param path without a trailing slash; '' for all
 * @returns undefined when the folder contains nothing.
 */
export function folderTree(entries: readonly TreeEntry[], path: string, bounds: TreeBounds): string[] | undefined {
  const root = readFolder(entries, path, Math.min(bounds.levels, maximumLevels));
  if (root.count === 0) return undefined;
  const name = path === '' ? 'the repository,' : `${path}/`;
  // Some files are shown even when there are very many folders.
  const room = Math.max(bounds.lines - root.folders.size, Math.floor(bounds.lines / 4));
  const files = root.files.slice(bounds.offset, bounds.offset + room);
  const left = root.files.length - bounds.offset - files.length;
  const more = left > 0 ? [`… ${left} more files; go on with offset ${bounds.offset + files.length}`] : [];
  const first = `${name} ${countFiles(root.count)} (paths are from the repository's root):`;
  const folders = bounds.offset > 0 ? [] : [...root.folders.values()];
  const open = chooseOpen(folders, bounds, files.length + folders.length);
  const shown = folders.slice(0, bounds.lines).flatMap((folder) => folderLines(folder, open));
  const others = folders.length > bounds.lines ? [`… ${folders.length - bounds.lines} more folders`] : [];
  return [first, ...files.map((file) => ` ${file}`), ...more, ...shown, ...others];
}

/**
 * Returns the first two levels of a folder in few lines, for the beginning of instructions. Jobs that begin at the same
 * commit share the list of entries, and so the result.
 */
export function shortTree(entries: readonly TreeEntry[], path: string): string[] {
  const known = shortTrees.get(entries);
  if (known?.path === path) return known.lines;
  const lines = folderTree(entries, path, { lines: 60, levels: 2, offset: 0 }) ?? [];
  shortTrees.set(entries, { path, lines });
  return lines;
}

const shortTrees = new WeakMap<readonly TreeEntry[], { path: string; lines: string[] }>();

interface Folder {
  path: string;
  /** Names of its direct files, with the kind of an entry that is no file. */
  files: string[];
  folders: Map<string, Folder>;
  /** Files in it and below. */
  count: number;
  hasPages: boolean;
}

/** Deeper folders are shown as parts of their files' names: for 10,000 paths 700 levels deep, all folders take 2 GB. */
const maximumLevels = 20;

function readFolder(entries: readonly TreeEntry[], path: string, levels: number): Folder {
  const prefix = path === '' ? '' : `${path}/`;
  const root = emptyFolder(path);
  for (const entry of entries) if (entry.path.startsWith(prefix)) addEntry(root, entry, prefix.length, levels);
  return root;
}

function addEntry(root: Folder, entry: TreeEntry, from: number, levels: number): void {
  const isPage = /\.(?:md|mdx|markdown)$/i.test(entry.path);
  let [folder, start] = [root, from];
  for (let level = 0; ; level += 1) {
    folder.count += 1;
    folder.hasPages ||= isPage;
    const end = level === levels ? -1 : entry.path.indexOf('/', start);
    if (end === -1) break;
    folder = ensureFolder(folder, entry.path.slice(start, end));
    start = end + 1;
  }
  const name = entry.path.slice(start);
  folder.files.push(entry.kind === 'file' ? name : `${name} (${entry.kind})`);
}

function ensureFolder(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name);
  if (known !== undefined) return known;
  const made = emptyFolder(folder.path === '' ? name : `${folder.path}/${name}`);
  folder.folders.set(name, made);
  return made;
}

function emptyFolder(path: string): Folder {
  return { path, files: [], folders: new Map(), count: 0, hasPages: false };
}

/** The folders whose folders are shown, and those whose files are. */
interface Open {
  folders: Set<Folder>;
  files: Set<Folder>;
}

/** Chooses level by level, and folders before files within each level. */
function chooseOpen(folders: readonly Folder[], { lines, levels }: TreeBounds, used: number): Open {
  const open: Open = { folders: new Set(), files: new Set() };
  let room = lines - used;
  const openWhatFits = (level: readonly Folder[], into: Set<Folder>, sizeOf: (folder: Folder) => number) => {
    for (const folder of level.toSorted((a, b) => comparePages(a, b) || sizeOf(a) - sizeOf(b))) {
      if (sizeOf(folder) > room) continue;
      into.add(folder);
      room -= sizeOf(folder);
    }
  };
  let level = folders;
  for (let depth = 1; depth < levels && level.length > 0; depth += 1) {
    openWhatFits(level, open.folders, (folder) => folder.folders.size);
    openWhatFits(level, open.files, (folder) => folder.files.length);
    level = level.filter((folder) => open.folders.has(folder)).flatMap((folder) => Array.from(folder.folders.values()));
  }
  return open;
}

function comparePages(a: Folder, b: Folder): number {
  return Number(b.hasPages) - Number(a.hasPages);
}

function folderLines(folder: Folder, open: Open): string[] {
  const files = open.files.has(folder) ? folder.files : [];
  const folders = open.folders.has(folder) ? [...folder.folders.values()] : [];
  return [
    `${folder.path}/ ${countFiles(folder.count)}${files.length > 0 ? ':' : ''}`,
    ...files.map((file) => ` ${file}`),
    ...folders.flatMap((one) => folderLines(one, open)),
  ];
}

function countFiles(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
