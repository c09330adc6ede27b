import { CopydeskError } from '@copydesk/contract/errors';
import type { Clone } from '../clone/clone-store.ts';
import { directoryId, unsavedObjects, type DirectoryNode } from '../tree/directory.ts';
import type { Git } from '../git/git.ts';
import { formatCommit, objectId, type CommitFields } from './object-format.ts';
import { storeObjects } from './pack.ts';
import type { BlobContent } from '../search/searched-files.ts';
import { UnexpectedOutput } from '../git/unexpected-output.ts';

/** Returns the tree of a commit; undefined when the clone has no such commit. */
export async function readTreeId(clone: Clone, commit: string): Promise<string | undefined> {
  return /^tree ([0-9a-f]{40})\n/.exec(await readHeader(clone, commit))?.[1];
}

/** Returns the parents of a commit; none when the clone has no such commit. */
export async function readParents(clone: Clone, commit: string): Promise<string[]> {
  const header = await readHeader(clone, commit);
  return Array.from(header.matchAll(/^parent ([0-9a-f]{40})$/gm), ([, id = '']) => id);
}

/** Returns the lines before a commit's message. */
async function readHeader({ reader }: Clone, commit: string): Promise<string> {
  const object = await reader.read(commit);
  const text = object.found && object.type === 'commit' ? (object.content?.toString('latin1') ?? '') : '';
  return text.slice(0, text.indexOf('\n\n') + 1);
}

/** Returns a blob's content, or its size when it exceeds the limit of the reader. */
export async function readBlob(clone: Clone, id: string): Promise<BlobContent> {
  const content = await readBlobOnce(clone, id);
  if (!('tooLarge' in content)) clone.blobs.set(id, content);
  return content;
}

/** Does the same without caching, for a caller who reads very many and would push out what others read again. */
export async function readBlobOnce({ reader, blobs }: Clone, id: string): Promise<BlobContent> {
  const cached = blobs.get(id);
  if (cached) return cached;
  const object = await reader.read(id);
  if (!object.found || object.type !== 'blob') throw missingBlob(id);
  return object.content ?? { tooLarge: object.size };
}

export function missingBlob(id: string): CopydeskError {
  return new CopydeskError(
    'repository_invalid',
    `The repository lacks a file's content (${id}). Run \`git fsck\` there.`,
  );
}

/** Makes sure that the clone has a directory with everything in it. Returns its id. */
export async function saveDirectory(git: Git, clone: Clone, root: DirectoryNode): Promise<string> {
  const objects = unsavedObjects(root);
  await storeObjects(git, clone.gitDirectory, objects);
  for (const object of objects) object.markStored();
  return directoryId(root);
}

/**
 * Writes a commit of a directory, or of a tree that already exists, and reads it back. When git finds it under the id
 * computed here, with the tree computed here, that proves that both were computed as git does.
 */
export async function saveCommit(git: Git, clone: Clone, fields: CommitFields, root?: DirectoryNode): Promise<string> {
  const body = formatCommit(fields);
  const id = objectId('commit', body);
  const objects = root ? unsavedObjects(root) : [];
  await storeObjects(git, clone.gitDirectory, [...objects, { type: 'commit', id, body }]);
  for (const object of objects) object.markStored();
  const tree = await readTreeId(clone, id);
  if (tree !== fields.tree)
    throw new UnexpectedOutput(`commit ${id} holds tree ${tree ?? 'none'} where ${fields.tree} was written`);
  return id;
}
