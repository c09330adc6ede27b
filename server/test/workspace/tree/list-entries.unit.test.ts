import { describe, expect, it } from 'vitest';
import {
  listEntries,
  listInTurns,
  storedDirectory,
  type DirectoryNode,
} from '../../../src/workspace/tree/directory.ts';

/** A directory of files and of directories. */
function directory(id: string, files: string[], folders: Record<string, DirectoryNode> = {}): DirectoryNode {
  const lines = [
    ...files.map((name) => ({ mode: '100644', name, id: 'a'.repeat(40) })),
    ...Object.keys(folders).map((name) => ({ mode: '40000', name, id: name })),
  ];
  return storedDirectory(id, lines, new Map(Object.entries(folders)));
}

/** Nests directories that each contain the one below twice: 2^depth of the lowest. */
function doubled(lowest: DirectoryNode, depth: number): DirectoryNode {
  let root = lowest;
  for (let level = 0; level < depth; level += 1) root = directory(`level ${level}`, [], { a: root, b: root });
  return root;
}

/** Some folders, two of which are identical when `isShared`. */
function sample(isShared: boolean): DirectoryNode {
  const [one, other] = [
    directory('one', ['x.md', 'y.md']),
    directory('other', ['x.md'], { 'z.d': directory('z', ['1']) }),
  ];
  return directory('root', ['b', 'b.md'], { a: one, 'b-': other, c: isShared ? one : directory('c', ['2']) });
}

describe('the entries of a directory', () => {
  it.each([false, true])('are the same after they were listed with pauses; shared folders: %j', async (isShared) => {
    const paused = sample(isShared);
    await listInTurns(paused);
    expect(listEntries(paused)).toEqual(listEntries(sample(isShared)));
    expect(listEntries(paused).length).toBeGreaterThan(6);
  });

  it('are none in empty folders, however often they contain each other', async () => {
    const root = doubled(directory('lowest', []), 100);
    await listInTurns(root);
    expect(listEntries(root)).toEqual([]);
  });
});
