import { CopydeskError } from '@copydesk/contract';
import { GitFailure } from './git.ts';

/** What the system calls a disk that takes nothing more: full, over the user's quota, mounted or gone read-only. */
const systemCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** The same in git's words, which are the C library's; git before 2.30 had some of its own. */
const gitWords = /no space left on device|quota exceeded|read-only file system|out of disk ?space/i;

/**
 * The error of a disk that takes nothing more, or undefined when that is not what went wrong. It passes when somebody
 * makes room, so work that meets it is to wait.
 *
 * @param place the source, where it was talked to: what its git says of its own disk begins with `remote:`.
 */
export function storageFull(error: unknown, place?: string): CopydeskError | undefined {
  if (error instanceof GitFailure) {
    const line = error.exit.stderr.split('\n').find((text) => gitWords.test(text));
    if (line === undefined) return undefined;
    return place !== undefined && line.startsWith('remote:') ? theirs(place, error) : ours(error);
  }
  return error instanceof Error && 'code' in error && systemCodes.has(error.code) ? ours(error) : undefined;
}

function ours(cause: Error): CopydeskError {
  return new CopydeskError(
    'storage_full',
    'The disk that Copydesk keeps its clones on takes no more: it is full, over its quota or read-only. Make room in ' +
      'COPYDESK_DATA_DIR.',
    { cause },
  );
}

function theirs(place: string, cause: Error): CopydeskError {
  const detail = `The disk of ${place} takes no more: it is full, over its quota or read-only. Make room there.`;
  return new CopydeskError('storage_full', detail, { cause });
}
