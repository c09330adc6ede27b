import { CopydeskError } from '@copydesk/contract/errors';
import { isDirectory, listInTurns, storedDirectory, type DirectoryNode } from './directory.ts';
import { isDirectoryMode, parseTree } from '../objects/object-format.ts';
import type { ObjectReader } from '../objects/object-reader.ts';

/** How many whole trees of a repository are kept. Folders that they share are in memory once. */
const keptRoots = 4;

/** The limit on the number of tree objects in one tree: a hostile tree can reference the same ones endlessly. */
const maximumDirectories = 100_000;

/** Reads trees, and reads only those folders that no kept tree contains: after a merge, only a few. */
export interface DirectoryCache {
  /**
   * Returns the directory of a tree object. @throws CopydeskError `repository_invalid` when it cannot be read
   * completely.
   */
  load(treeId: string): Promise<DirectoryNode>;
}

export function openDirectoryCache(reader: ObjectReader): DirectoryCache {
  const roots = new Map<string, Promise<DirectoryNode>>();

  const knownDirectories = async () => {
    const known = new Map<string, DirectoryNode>();
    for (const root of await Promise.allSettled(roots.values())) {
      if (root.status === 'fulfilled') rememberAll(root.value, known);
    }
    return known;
  };
  const read = async (treeId: string) => {
    const root = await readDirectory(reader, treeId, await knownDirectories());
    // A tree that cannot be listed is refused when its entries are requested, with the reason.
    await listInTurns(root).catch(() => {});
    return root;
  };

  return {
    load(treeId) {
      const root = roots.get(treeId) ?? read(treeId);
      roots.delete(treeId);
      roots.set(treeId, root);
      root.catch(() => roots.delete(treeId));
      for (const oldest of roots.keys()) {
        if (roots.size <= keptRoots) break;
        roots.delete(oldest);
      }
      return root;
    },
  };
}

function rememberAll(directory: DirectoryNode, known: Map<string, DirectoryNode>): void {
  if (directory.id === undefined || known.has(directory.id)) return;
  known.set(directory.id, directory);
  for (const child of directory.children.values()) if (isDirectory(child)) rememberAll(child, known);
}

async function readDirectory(
  reader: ObjectReader,
  treeId: string,
  known: Map<string, DirectoryNode>,
): Promise<DirectoryNode> {
  const reading = new Map<string, Promise<DirectoryNode>>();
  const read = (id: string, depth: number): Promise<DirectoryNode> => {
    const existing = known.get(id) ?? reading.get(id);
    if (existing) return Promise.resolve(existing);
    const directory = readOne(id, depth);
    reading.set(id, directory);
    return directory;
  };
  const readOne = async (id: string, depth: number) => {
    if (depth > 200 || reading.size > maximumDirectories)
      throw unreadableError('its folders are nested or many beyond reason');
    const object = await reader.read(id);
    if (!object.found || object.type !== 'tree' || !object.content) throw unreadableError(`its tree ${id} is missing`);
    const lines = parseTree(object.content);
    const below = lines.filter(({ mode }) => isDirectoryMode(mode)).map((line) => line.id);
    const directories = await Promise.all(below.map(async (child) => [child, await read(child, depth + 1)] as const));
    return storedDirectory(id, lines, new Map(directories));
  };
  return read(treeId, 0);
}

function unreadableError(reason: string): CopydeskError {
  return new CopydeskError('repository_invalid', `The repository cannot be read: ${reason}. Run \`git fsck\` there.`);
}
