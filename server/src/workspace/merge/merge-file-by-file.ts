import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import { readBlob, readTreeId, saveDirectory } from '../objects/clone-objects.ts';
import type { Clone } from '../clone/clone-store.ts';
import {
  directoryId,
  emptyDirectory,
  entryKind,
  isDirectory,
  type DirectoryNode,
  type FileNode,
} from '../tree/directory.ts';
import type { Git } from '../git/git.ts';
import { decodeName, objectId } from '../objects/object-format.ts';

/** Two commits and their common base. */
export interface ThreeCommits {
  base: string;
  ours: string;
  theirs: string;
}

/** What each side has at one path. */
interface Sides {
  base: FileNode | DirectoryNode | undefined;
  ours: FileNode | DirectoryNode | undefined;
  theirs: FileNode | DirectoryNode | undefined;
}

/**
 * Does a three-way merge for git before 2.38: what only one side changed is taken whole, and texts that both changed go
 * to `git merge-file`. A file that one side renamed and the other edited is a conflict here.
 */
export async function mergeFileByFile(
  git: Git,
  clone: Clone,
  { base, ours, theirs }: ThreeCommits,
): Promise<{ tree: string; conflicts: string[] }> {
  const conflicts: string[] = [];
  const owner = Symbol('the merge');

  const merge = async (sides: Sides, path: string): Promise<FileNode | DirectoryNode | undefined> => {
    if (isSame(sides.ours, sides.theirs) || isSame(sides.base, sides.theirs)) return sides.ours;
    if (isSame(sides.base, sides.ours)) return sides.theirs;
    if (!isFile(sides.ours) && !isFile(sides.theirs)) return mergeDirectories(sides, path);
    const file = await mergeFiles(git, clone, sides);
    if (!file) conflicts.push(path);
    return file;
  };
  const mergeDirectories = async (sides: Sides, path: string) => {
    const merged = emptyDirectory(owner);
    const names = new Set(
      [sides.base, sides.ours, sides.theirs].flatMap((side) => Array.from(childrenOf(side).keys())),
    );
    for (const name of names) {
      const [inBase, inOurs, inTheirs] = [sides.base, sides.ours, sides.theirs].map((side) =>
        childrenOf(side).get(name),
      );
      const below = path === '' ? (decodeName(name) ?? name) : `${path}/${decodeName(name) ?? name}`;
      const child = await merge({ base: inBase, ours: inOurs, theirs: inTheirs }, below);
      if (child) merged.children.set(name, child);
    }
    return merged.children.size > 0 || path === '' ? merged : undefined;
  };

  const sides = {
    base: await loadRoot(clone, base),
    ours: await loadRoot(clone, ours),
    theirs: await loadRoot(clone, theirs),
  };
  const root = await merge(sides, '');
  if (conflicts.length > 0 || !isDirectory(root)) return { tree: '', conflicts };
  return { tree: await saveDirectory(git, clone, root), conflicts };
}

export async function loadRoot(clone: Clone, commit: string): Promise<DirectoryNode> {
  const tree = await readTreeId(clone, commit);
  if (tree === undefined)
    throw new CopydeskError('ref_not_found', `Commit ${commit} is not in the repository any more.`);
  return clone.directories.load(tree);
}

function isSame(a: Sides['base'], b: Sides['base']): boolean {
  if (!a || !b) return a === b;
  return a.mode === b.mode && idOf(a) === idOf(b);
}

function idOf(node: FileNode | DirectoryNode): string {
  return isDirectory(node) ? directoryId(node) : node.id;
}

function isFile(node: Sides['base']): node is FileNode {
  return node !== undefined && !isDirectory(node);
}

function childrenOf(node: Sides['base']): ReadonlyMap<string, FileNode | DirectoryNode> {
  return isDirectory(node) ? node.children : new Map<string, never>();
}

/** Returns undefined when the two cannot be merged. */
async function mergeFiles(git: Git, clone: Clone, { base, ours, theirs }: Sides): Promise<FileNode | undefined> {
  if (!isFile(base) || !isFile(ours) || !isFile(theirs)) return undefined;
  if ([base, ours, theirs].some((side) => entryKind(side) !== 'file')) return undefined;
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
  const contents = await Promise.all([ours, base, theirs].map((side) => readBlob(clone, side.id)));
  const content = await mergeTexts(git, contents);
  return content && { mode, id: objectId('blob', content), content, stored: false };
}

/** Merges ours, base and theirs. A content over the size limit is not merged line by line. */
async function mergeTexts(git: Git, contents: (Uint8Array | { tooLarge: number })[]): Promise<Buffer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-merge-'));
  try {
    const files: string[] = [];
    for (const [index, content] of contents.entries()) {
      if ('tooLarge' in content) return undefined;
      files.push(join(folder, String(index)));
      await writeFile(join(folder, String(index)), content);
    }
    // The exit code is the number of conflicts; 255 for a binary file.
    const answers = Array.from({ length: 256 }, (_, code) => code);
    const { code, stdout } = await git.run(['merge-file', '-p', '-q', ...files], { answers });
    return code === 0 ? stdout : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
