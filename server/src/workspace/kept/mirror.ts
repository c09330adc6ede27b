import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import { readAddress } from '../address.ts';
import { openGit } from '../git/git.ts';
import type { Git } from '../git/git.ts';
import { createKept } from './kept.ts';
import { mirrorError, mirrorRefusal } from './mirror-errors.ts';
import { pushCommand, runPush } from '../push/push.ts';
import { fetchFlags, listBranches, callRemote, uploadPack } from '../remote.ts';
import type { Remote } from '../remote.ts';
import type { Source } from '../source.ts';

/** Mirrors of bare repositories, with their branches and tags unchanged. */
export interface Mirrors {
  /** Returns the SHA-256 of all branches and tags of a repository; undefined when it has no branches. */
  digest(gitDirectory: string): Promise<Buffer | undefined>;
  /**
   * Gives the mirror at a source what the repository has, and removes what it no longer has. A mirror in a folder is
   * created when it does not exist; its parent folder must exist.
   * @throws CopydeskError `repository_*`, `storage_full`
   */
  update(gitDirectory: string, mirror: Source): Promise<void>;
  /**
   * Creates a repository with everything that the mirror has, at a path where there is none.
   * @throws CopydeskError `repository_empty`, `repository_*`, `storage_full`
   */
  restore(gitDirectory: string, mirror: Source, options: { initialBranch: string }): Promise<void>;
  /** Ends what is in progress. */
  close(): Promise<void>;
}

/** Long enough for the largest repository. */
const timeoutMilliseconds = 6 * 3600 * 1000;

const mirroredRefs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
const fetchMirror = ['fetch', ...fetchFlags, uploadPack, '--'];

export function openMirrors(): Mirrors {
  const git = openGit(process.env);
  return {
    async digest(gitDirectory) {
      const refs = await readMirrored(git, gitDirectory);
      return hasBranches(refs) ? createHash('sha256').update(refs.join('\n')).digest() : undefined;
    },
    async update(gitDirectory, mirror) {
      await withMirrorErrors(mirror, async (remote) => {
        if (remote.address.kind === 'path') return await updateFolder(git, gitDirectory, remote.address.path);
        await pushMirror(git, gitDirectory, remote);
      });
    },
    async restore(gitDirectory, mirror, { initialBranch }) {
      await createKept(gitDirectory, { initialBranch });
      const more = { gitDirectory, timeoutMilliseconds };
      await withMirrorErrors(mirror, async (remote) => {
        await callRemote(remote, ({ place, call }) =>
          git.run([...fetchMirror, place, ...mirroredRefs], { ...call, ...more }),
        );
      });
      if (hasBranches(await readMirrored(git, gitDirectory))) return;
      throw new CopydeskError('repository_empty', `The mirror ${mirror.location} has no branches.`);
    },
    close: () => git.close(),
  };
}

/**
 * Some servers refuse a whole push because of one branch that they do not delete. Then the new refs are pushed without
 * the deletions.
 *
 * @throws CopydeskError for the first refusal, also when the rest has been mirrored.
 */
async function pushMirror(git: Git, gitDirectory: string, remote: Remote): Promise<void> {
  const push = async (flags: readonly string[]) => {
    const command = [...pushCommand, ...flags, '--'];
    return await callRemote(remote, ({ place, call }) => {
      const whole = { ...call, gitDirectory, timeoutMilliseconds };
      return runPush(git, { command: [...command, place, ...mirroredRefs], call: whole });
    });
  };
  const first = await push(['--prune']);
  if (first.exit.code === 0) return;
  if (refusesDeletion.test(first.stdout)) await push([]);
  throw mirrorRefusal(first, remote.source);
}

const refusesDeletion = /^!\t:/m;

/** Works from the side of the mirror, so that nothing runs that the mirror's own configuration names. */
async function updateFolder(git: Git, gitDirectory: string, mirror: string): Promise<void> {
  await requireFolder(dirname(mirror));
  await createKept(mirror, { initialBranch: 'main' });
  await git.run([...fetchMirror, gitDirectory, ...mirroredRefs], {
    gitDirectory: mirror,
    protocols: ['file'],
    timeoutMilliseconds,
  });
}

/** The mount point of a disk that is not mounted usually exists and is empty. A misspelled folder does not exist. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new CopydeskError(
    'repository_not_found',
    `There is no folder ${folder} for mirrors. Mount its disk, or create it.`,
  );
}

/** @param refs as {@link readMirrored} lists them */
function hasBranches(refs: readonly string[]): boolean {
  return refs.some((line) => line.includes(' heads/'));
}

async function readMirrored(git: Git, gitDirectory: string): Promise<string[]> {
  const refs = await listBranches(git, { gitDirectory, under: 'refs/' });
  const lines = Array.from(refs, ([name, id]) => `${id} ${name}`);
  return lines.filter((line) => / (?:heads|tags)\//.test(line)).sort();
}

async function withMirrorErrors(mirror: Source, work: (remote: Remote) => Promise<void>): Promise<void> {
  try {
    await work({ source: mirror, address: readAddress(mirror, ['https', 'http']) });
  } catch (error) {
    throw await mirrorError(error, mirror);
  }
}
