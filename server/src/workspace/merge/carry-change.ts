import { CopydeskError } from '@copydesk/contract/errors';
import { readBlob } from '../objects/clone-objects.ts';
import type { Clone } from '../clone/clone-store.ts';
import {
  fileMode,
  find,
  isDirectory,
  listEntries,
  splitPath,
  type DirectoryNode,
  type FileNode,
} from '../tree/directory.ts';
import type { Git } from '../git/git.ts';
import { loadRoot, mergeFileByFile } from './merge-file-by-file.ts';
import type { CarriedChange, CarryOrder } from '../repository.ts';
import type { FileChange } from '../tree/tree.ts';

/**
 * Applies a change that was made on one commit to another, as `git cherry-pick` does, without a working copy: what only
 * one side has changed is taken whole, and texts that both have changed are merged line by line.
 */
export async function carryChange(git: Git, clone: Clone, { commit, from, onto }: CarryOrder): Promise<CarriedChange> {
  const { tree, conflicts } = await mergeFileByFile(git, clone, { base: from, ours: onto, theirs: commit });
  if (conflicts.length > 0) return { changes: [], conflicts };
  return { changes: await changesBetween(clone, onto, tree), conflicts };
}

/** Returns what turns the tree of a commit into another tree. */
export async function changesBetween(clone: Clone, commit: string, tree: string): Promise<FileChange[]> {
  const [before, after] = await Promise.all([loadRoot(clone, commit), clone.directories.load(tree)]);
  const paths = new Set([before, after].flatMap((root) => listEntries(root).map((entry) => entry.path)));
  const changes: FileChange[] = [];
  for (const path of paths) {
    const [old, now] = [fileAt(before, path), fileAt(after, path)];
    if (old?.id === now?.id && old?.mode === now?.mode) continue;
    if (now !== undefined) changes.push({ path, content: await contentOf(clone, path, now), mode: fileMode(now) });
    else if (old !== undefined) changes.push({ path, content: null, mode: fileMode(old) });
  }
  return changes;
}

function fileAt(root: DirectoryNode, path: string): FileNode | undefined {
  const names = splitPath(path);
  const { node, depth } = find(root, names);
  return depth === names.length && !isDirectory(node) ? node : undefined;
}

async function contentOf(clone: Clone, path: string, { id }: FileNode): Promise<Uint8Array> {
  const content = await readBlob(clone, id);
  if (!('tooLarge' in content)) return content;
  throw new CopydeskError(
    'file_refused',
    `${path} has grown over the size that can be edited. Remove it from the change.`,
  );
}
