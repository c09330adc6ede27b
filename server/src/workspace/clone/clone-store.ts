import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobCache } from '../objects/blob-cache.ts';
import { isCloned, makeClone } from './clone.ts';
import { openDirectoryCache, type DirectoryCache } from '../tree/directory-cache.ts';
import { maximumFileBytes } from '../tree/edited-tree.ts';
import type { Git } from '../git/git.ts';
import { openLock, type Lock } from './lock.ts';
import { openObjectReader, type ObjectReader } from '../objects/object-reader.ts';
import type { KnownRefs } from '../refs/ref-files.ts';
import type { Remote } from '../remote.ts';
import type { CommitSummary } from '../repository.ts';

/** How long the process that serves reads waits for the next read. */
const idleMilliseconds = 60_000;

/** The bare repository of one source in this process: its lock, and what serves reads. */
export interface Clone {
  gitDirectory: string;
  lock: Lock;
  reader: ObjectReader;
  directories: DirectoryCache;
  blobs: BlobCache;
  /** Refs that were read before: the branches of the source, and what the clone tracks of them. */
  refs: { source: KnownRefs; tracked: KnownRefs };
  /** The last list of recent commits that was read: jobs that begin at the same commit ask for the same one. */
  recent?: { commit: string; count: number; commits: CommitSummary[] };
}

/** The clones in a workspace's directory, each opened once in this process. */
export interface CloneStore {
  /** Returns the clone of a source, and creates it when it does not exist. */
  open(git: Git, remote: Remote): Promise<Clone>;
  /** Whether the clone of a source's id exists on disk. */
  has(id: string): Promise<boolean>;
  /** Removes the clone of a source's id from the disk. */
  remove(id: string): Promise<void>;
  /** Returns the clones that were opened. */
  opened(): Clone[];
  close(): Promise<void>;
}

export function openCloneStore({
  git,
  directory,
  blobs,
}: {
  git: Git;
  directory: string;
  blobs: BlobCache;
}): CloneStore {
  const clones = new Map<string, Clone>();

  const openClone = (id: string): Clone => {
    const gitDirectory = join(directory, `${id}.git`);
    const reader = openObjectReader({ git, gitDirectory, maximumBytes: maximumFileBytes, idleMilliseconds });
    const lock = openLock(join(directory, `${id}.lock`));
    const refs = { source: new Map(), tracked: new Map() };
    return { gitDirectory, lock, reader, directories: openDirectoryCache(reader), blobs, refs };
  };

  return {
    async open(callGit, remote) {
      const { id } = remote.source;
      if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new Error(`a source's id names a directory: ${JSON.stringify(id)}`);
      const clone = clones.get(id) ?? openClone(id);
      clones.set(id, clone);
      if (await isCloned(clone.gitDirectory)) return clone;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await clone.lock(async () => {
        if (!(await isCloned(clone.gitDirectory))) await makeClone(callGit, clone.gitDirectory, remote);
      });
      return clone;
    },
    has: (id) => isCloned(join(directory, `${id}.git`)),
    async remove(id) {
      const { gitDirectory, lock, reader } = clones.get(id) ?? openClone(id);
      clones.delete(id);
      await reader.close();
      if (await isCloned(gitDirectory)) await lock(() => rm(gitDirectory, { recursive: true, force: true }));
    },
    opened: () => Array.from(clones.values()),
    close: async () => {
      await Promise.all(Array.from(clones.values(), ({ reader }) => reader.close()));
    },
  };
}
