import type { TreeEntry } from './ports.ts';

/** How much of a tree is told. */
interface TreeBounds {
  /** Lines that are looked to be kept within; the folders and files of the folder itself are told first. */
  lines: number;
  /** Levels below the folder itself. */
  levels: number;
  /** How many of the folder's own files are passed over. */
  offset: number;
}

/**
 * A folder as a tree: a line `PATH/ N files` for it and the folders below, which ends in a colon where the files in the
 * folder follow, by name, behind a space. The first line says that paths are from the repository's root. Folders are told
 * before files, those with pages before others and small ones before large ones, as far as there is room.
 *
 * @param path without a slash at its end; '' for all
 * @returns undefined when nothing lies there.
 */
export function folderTree(entries: readonly TreeEntry[], path: string, bounds: TreeBounds): string[] | undefined {
  const root = readFolder(entries, path, Math.min(bounds.levels, deepest));
  if (root.count === 0) return undefined;
  const name = path === '' ? 'the repository,' : `${path}/`;
  // Some files are told also beside very many folders.
  const room = Math.max(bounds.lines - root.folders.size, Math.floor(bounds.lines / 4));
  const files = root.files.slice(bounds.offset, bounds.offset + room);
  const left = root.files.length - bounds.offset - files.length;
  const more = left > 0 ? [`… ${left} more files; go on with offset ${bounds.offset + files.length}`] : [];
  const first = `${name} ${counted(root.count)} (paths are from the repository's root):`;
  const folders = bounds.offset > 0 ? [] : [...root.folders.values()];
  const open = chooseOpen(folders, bounds, files.length + folders.length);
  const shown = folders.slice(0, bounds.lines).flatMap((folder) => folderLines(folder, open));
  const others = folders.length > bounds.lines ? [`… ${folders.length - bounds.lines} more folders`] : [];
  return [first, ...files.map((file) => ` ${file}`), ...more, ...shown, ...others];
}

/** The first two levels of a folder, in few lines: what an instruction can begin with. */
export function shortTree(entries: readonly TreeEntry[], path: string): string[] {
  return folderTree(entries, path, { lines: 60, levels: 2, offset: 0 }) ?? [];
}

interface Folder {
  path: string;
  /** Names of the files in it, with what they are where they are none. */
  files: string[];
  folders: Map<string, Folder>;
  /** Files in it and below. */
  count: number;
  hasPages: boolean;
}

/** Deeper folders are told as parts of their files' names: of 10,000 paths 700 deep each, all folders take 2 GB. */
const deepest = 20;

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
    folder = below(folder, entry.path.slice(start, end));
    start = end + 1;
  }
  const name = entry.path.slice(start);
  folder.files.push(entry.kind === 'file' ? name : `${name} (${entry.kind})`);
}

function below(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name);
  if (known !== undefined) return known;
  const made = emptyFolder(folder.path === '' ? name : `${folder.path}/${name}`);
  folder.folders.set(name, made);
  return made;
}

function emptyFolder(path: string): Folder {
  return { path, files: [], folders: new Map(), count: 0, hasPages: false };
}

/** Of which folders the folders are told, and of which the files. */
interface Open {
  folders: Set<Folder>;
  files: Set<Folder>;
}

/** Level by level, of each the folders first. */
function chooseOpen(folders: readonly Folder[], { lines, levels }: TreeBounds, used: number): Open {
  const open: Open = { folders: new Set(), files: new Set() };
  let room = lines - used;
  const openWhatFits = (level: readonly Folder[], into: Set<Folder>, sizeOf: (folder: Folder) => number) => {
    for (const folder of level.toSorted((a, b) => byPages(a, b) || sizeOf(a) - sizeOf(b))) {
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

function byPages(a: Folder, b: Folder): number {
  return Number(b.hasPages) - Number(a.hasPages);
}

function folderLines(folder: Folder, open: Open): string[] {
  const files = open.files.has(folder) ? folder.files : [];
  const folders = open.folders.has(folder) ? [...folder.folders.values()] : [];
  return [
    `${folder.path}/ ${counted(folder.count)}${files.length > 0 ? ':' : ''}`,
    ...files.map((file) => ` ${file}`),
    ...folders.flatMap((one) => folderLines(one, open)),
  ];
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
