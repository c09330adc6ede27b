import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import { GitFailure } from './git.ts';
import type { Source } from '../source.ts';

/** The system's error codes for a disk that accepts nothing more: full, over the user's quota, or read-only. */
const systemCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The same in git's words, which are the C library's. Git before 2.30 had some of its own. */
const gitWords = /no space left on device|quota exceeded|read-only file system|out of disk ?space/i;

/**
 * Returns the error for a disk that accepts nothing more, or undefined when that is not the cause. It passes when
 * somebody frees space, so work that meets it must wait.
 *
 * @param source what was talked to, if anything: its disk may be the full one.
 */
export function storageFull(error: unknown, source?: Source): CopydeskError | undefined {
  if (error instanceof GitFailure) {
    const line = error.exit.stderr.split('\n').find((text) => gitWords.test(text));
    return line === undefined ? undefined : fullDisk(whoseDisk(line, source), error);
  }
  const isFull = error instanceof Error && 'code' in error && systemCodes.has(error.code);
  return isFull ? fullDisk(ourDisk, error) : undefined;
}

/**
 * Does the same for a git that failed without naming the cause: it reports a full disk as a configuration that it could
 * not write. So when its words mean nothing else, the disk is tested.
 *
 * @param directory the clone's, or one above it.
 */
export async function storageFullBehind(failure: GitFailure, directory: string): Promise<CopydeskError | undefined> {
  if (failure.exit.killed !== undefined) return undefined;
  return storageFull(failure) ?? storageFull(await tryToWrite(directory));
}

/** Writes as much as git writes before it reports anything; returns the error when the disk does not accept it. */
async function tryToWrite(directory: string): Promise<unknown> {
  const file = join(directory, `.room-${randomUUID()}`);
  try {
    await writeFile(file, new Uint8Array(64 * 1024));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

const ourDisk = "The disk with Copydesk's clones (COPYDESK_DATA_DIR)";

function whoseDisk(line: string, source: Source | undefined): string {
  // A git of ours writes to a repository on this machine, and does not say which of the two disks it means.
  if (source?.kind === 'path') return `${ourDisk}, or that of ${source.location},`;
  return source !== undefined && line.startsWith('remote:') ? `The disk of ${source.location}` : ourDisk;
}

function fullDisk(which: string, cause: Error): CopydeskError {
  const detail = `${which} accepts no more data: it is full, over its quota or read-only. Free some space there.`;
  return new CopydeskError('storage_full', detail, { cause });
}
