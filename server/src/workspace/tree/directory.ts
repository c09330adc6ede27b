import { setImmediate } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract/errors';
import {
  decodeName,
  directoryMode,
  encodeName,
  formatTree,
  isDirectoryMode,
  objectId,
  type GitObject,
  type TreeLine,
} from '../objects/object-format.ts';
import { isSafeName } from './paths.ts';
import type { FileChange, TreeEntry } from './tree.ts';

/** A file, symlink or submodule. `content` is set when it was written and not read from the repository. */
export interface FileNode {
  mode: string;
  id: string;
  content?: Uint8Array;
  /** Whether the repository has the object. */
  stored: boolean;
}

/**
 * A tree object in memory. All trees that contain a directory share it: only its `owner` may change it, and everybody
 * else changes a copy. A savepoint is therefore only a root.
 */
export interface DirectoryNode {
  mode: string;
  /** Keyed by the bytes of their names (latin1). */
  children: Map<string, FileNode | DirectoryNode>;
  /** The id, from when it was first requested until the directory changes. */
  id: string | undefined;
  stored: boolean;
  /** The only one who may change the directory in place; undefined for one that was read from the repository. */
  owner: symbol | undefined;
  /** The result of {@link listEntries}, until the directory changes. */
  listed?: { prefix: string; entries: readonly TreeEntry[] };
}

/** Creates a directory from a tree object that the repository has. */
export function storedDirectory(
  id: string,
  lines: TreeLine[],
  directories: ReadonlyMap<string, DirectoryNode>,
): DirectoryNode {
  const children = lines.map((line): [string, FileNode | DirectoryNode] => {
    const directory = isDirectoryMode(line.mode) ? directories.get(line.id) : undefined;
    return [line.name, directory ?? { mode: line.mode, id: line.id, stored: true }];
  });
  return { mode: directoryMode, children: new Map(children), id, stored: true, owner: undefined };
}

export function isDirectory(node: FileNode | DirectoryNode | undefined): node is DirectoryNode {
  return node !== undefined && 'children' in node;
}

/** Returns the parts of a path, encoded like the keys of {@link DirectoryNode.children}. */
export function splitPath(path: string): string[] {
  return path.split('/').map(encodeName);
}

/** Returns the node at a path. When a file is where the path needs a directory, returns that file and its depth. */
export function find(
  root: DirectoryNode,
  names: string[],
): { node: FileNode | DirectoryNode | undefined; depth: number } {
  let node: FileNode | DirectoryNode | undefined = root;
  for (const [index, name] of names.entries()) {
    if (!isDirectory(node)) return { node, depth: index };
    node = node.children.get(name);
    if (node === undefined) return { node, depth: names.length };
  }
  return { node, depth: names.length };
}

/**
 * Returns the root with `node` at a path. When `node` is undefined, removes that path and the directories that this
 * leaves empty.
 */
export function replaceNode(
  root: DirectoryNode,
  names: string[],
  node: FileNode | undefined,
  owner: symbol,
): DirectoryNode {
  const mine = ownDirectory(root, owner);
  const [name = '', ...rest] = names;
  if (rest.length === 0) {
    if (node) mine.children.set(name, node);
    else mine.children.delete(name);
    return mine;
  }
  const child = mine.children.get(name);
  const below = isDirectory(child) ? child : emptyDirectory(owner);
  const replaced = replaceNode(below, rest, node, owner);
  if (replaced.children.size > 0) mine.children.set(name, replaced);
  else mine.children.delete(name);
  return mine;
}

export function emptyDirectory(owner: symbol): DirectoryNode {
  return { mode: directoryMode, children: new Map(), id: undefined, stored: false, owner };
}

/**
 * Returns the directory itself when `owner` created it, otherwise a copy that it owns; without an id, because it is
 * about to change.
 */
function ownDirectory(directory: DirectoryNode, owner: symbol): DirectoryNode {
  if (directory.owner !== owner) {
    return { ...emptyDirectory(owner), mode: directory.mode, children: new Map(directory.children) };
  }
  directory.id = undefined;
  directory.stored = false;
  delete directory.listed;
  return directory;
}

/** Returns the id of a directory: that of its tree object. */
export function directoryId(directory: DirectoryNode): string {
  directory.id ??= objectId('tree', directoryBody(directory));
  return directory.id;
}

function directoryBody({ children }: DirectoryNode): Buffer {
  const lines = Array.from(children, ([name, node]) => ({
    mode: node.mode,
    name,
    id: isDirectory(node) ? directoryId(node) : node.id,
  }));
  return formatTree(lines);
}

/** An object that the repository does not have yet, with a callback for when it has been stored. */
export interface UnsavedObject extends GitObject {
  markStored(): void;
}

/**
 * Returns everything that must be stored before the repository has the whole directory. An object comes after those it
 * points at.
 */
export function unsavedObjects(directory: DirectoryNode): UnsavedObject[] {
  if (directory.stored) return [];
  const below = Array.from(directory.children.values(), (node) => {
    if (isDirectory(node)) return unsavedObjects(node);
    return node.stored || !node.content ? [] : [unsavedObject('blob', node, node.id, node.content)];
  });
  return [...below.flat(), unsavedObject('tree', directory, directoryId(directory), directoryBody(directory))];
}

function unsavedObject(type: 'blob' | 'tree', node: { stored: boolean }, id: string, body: Uint8Array): UnsavedObject {
  return { type, id, body, markStored: () => (node.stored = true) };
}

/** More files than any docs have. A few kilobytes of trees that contain each other can represent billions. */
const maximumEntries = 1_000_000;

/**
 * Returns the entries below a directory, in the order of their paths' bytes, without those whose names are not allowed.
 * Folders that did not change since they were last listed at the same path are not listed again.
 * @throws CopydeskError `repository_invalid` when there are more than a million
 */
export function listEntries(directory: DirectoryNode, prefix = ''): readonly TreeEntry[] {
  const { listed } = directory;
  // An empty list is the same at every path: empty folders that contain each other twice would be listed endlessly.
  if (listed && (listed.prefix === prefix || listed.entries.length === 0)) return listed.entries;
  const entries: TreeEntry[] = [];
  for (const [bytes, node] of childrenInOrder(directory)) {
    const name = decodeName(bytes);
    if (name === undefined || !isSafeName(name)) continue;
    const path = prefix + name;
    if (!isDirectory(node)) entries.push({ path, kind: entryKind(node), blob: node.id });
    else for (const entry of listEntries(node, `${path}/`)) entries.push(entry);
    if (entries.length > maximumEntries) throw tooManyEntries();
  }
  directory.listed = { prefix, entries };
  return entries;
}

/** How long nothing else runs. Listing 50,000 files takes several times as long. */
const turnMilliseconds = 8;

/**
 * Does the work of {@link listEntries} with pauses, so that the next call of it is fast. It stops at a folder that
 * occurs twice, because such a folder is listed again for each path.
 */
export async function listInTurns(root: DirectoryNode): Promise<void> {
  const seen = new Set<DirectoryNode>();
  let end = performance.now() + turnMilliseconds;
  const list = async (directory: DirectoryNode, prefix: string): Promise<boolean> => {
    if (seen.has(directory)) return false;
    seen.add(directory);
    if (directory.listed?.prefix === prefix) return true;
    for (const [bytes, node] of directory.children) {
      const name = isDirectory(node) ? decodeName(bytes) : undefined;
      if (!isDirectory(node) || name === undefined || !isSafeName(name)) continue;
      if (!(await list(node, `${prefix}${name}/`))) return false;
    }
    listEntries(directory, prefix);
    if (performance.now() < end) return true;
    await setImmediate();
    end = performance.now() + turnMilliseconds;
    return true;
  };
  await list(root, '');
}

function tooManyEntries(): CopydeskError {
  return new CopydeskError(
    'repository_invalid',
    `The repository has more than ${maximumEntries.toLocaleString('en')} files. Give one that contains only the docs.`,
  );
}

/** Returns the children in git's order, which is the order of the whole paths. */
function childrenInOrder({ children }: DirectoryNode): [string, FileNode | DirectoryNode][] {
  const keyed = Array.from(children, (child) => ({ child, key: isDirectory(child[1]) ? `${child[0]}/` : child[0] }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ child }) => child);
}

export function entryKind({ mode }: FileNode): TreeEntry['kind'] {
  if (mode === '120000') return 'symlink';
  return mode.startsWith('100') ? 'file' : 'submodule';
}

/** Returns the files that differ between two directories, sorted by the bytes of their paths. */
export function listChanges(before: DirectoryNode, after: DirectoryNode): FileChange[] {
  const changes: KeyedChange[] = [];
  compare(before, after, '', changes);
  changes.sort((a, b) => (a.key < b.key ? -1 : 1));
  return changes.map(({ key, content, mode }) => ({ path: decodeName(key) ?? key, content, mode }));
}

/** A change whose path is not decoded yet. */
interface KeyedChange extends Omit<FileChange, 'path'> {
  /** The bytes of the path (latin1). */
  key: string;
}

type TreeNode = FileNode | DirectoryNode | undefined;

function compare(old: TreeNode, now: TreeNode, key: string, changes: KeyedChange[]): void {
  if (old === now) return;
  const change = changeOf(old, now);
  if (change) changes.push({ key, ...change });
  const oldChildren = childrenOf(old);
  const newChildren = childrenOf(now);
  for (const name of new Set([...oldChildren.keys(), ...newChildren.keys()])) {
    compare(oldChildren.get(name), newChildren.get(name), key === '' ? name : `${key}/${name}`, changes);
  }
}

/** Returns what happened to a file; undefined if it stays, and if there was none and is none. */
function changeOf(old: TreeNode, now: TreeNode): Omit<FileChange, 'path'> | undefined {
  const oldFile = fileOf(old);
  const newFile = fileOf(now);
  if (newFile) return isSame(oldFile, newFile) ? undefined : fileChangeOf(newFile);
  return oldFile && { content: null, mode: fileMode(oldFile) };
}

function isSame(old: FileNode | undefined, now: FileNode): boolean {
  return old?.id === now.id && old.mode === now.mode;
}

function fileOf(node: TreeNode): FileNode | undefined {
  return isDirectory(node) ? undefined : node;
}

function childrenOf(node: TreeNode): DirectoryNode['children'] {
  return isDirectory(node) ? node.children : noChildren;
}

const noChildren: DirectoryNode['children'] = new Map();

function fileChangeOf(node: FileNode): Omit<FileChange, 'path'> {
  if (!node.content) throw new Error('a savepoint was used after the tree was rolled back past it');
  return { content: node.content, mode: fileMode(node) };
}

export function fileMode({ mode }: FileNode): FileChange['mode'] {
  return mode === '100755' ? '100755' : '100644';
}
