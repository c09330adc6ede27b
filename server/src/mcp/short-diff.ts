import { CopydeskError } from '@copydesk/contract';
import type { JobDiff } from '@copydesk/contract';

/** How much of a diff fits into one result. */
const mostCharacters = 60_000;
const mostFiles = 300;

/**
 * Returns as much of a diff as fits and says what is left out; with `path`, of that file only. @throws CopydeskError
 * `not_found`
 */
export function shortDiff(diff: JobDiff, path: string | undefined): object {
  const wanted = path === undefined ? diff.files : diff.files.filter((file) => file.path === path);
  if (path !== undefined && wanted.length === 0) {
    throw new CopydeskError(
      'not_found',
      'The job has not changed a file with this path. Leave "path" out for all of them.',
    );
  }
  const files: object[] = [];
  let left = mostCharacters;
  for (const { patch, ...file } of wanted.slice(0, mostFiles)) {
    const isWhole = patch.length <= left;
    const shown = isWhole || path !== undefined ? patch.slice(0, left).toWellFormed() : '';
    left -= shown.length;
    files.push(
      isWhole ? { ...file, patch } : { ...file, patch: shown, leftOut: `${patch.length - shown.length} characters` },
    );
  }
  const { additions, deletions, baseCommit, headCommit } = diff;
  const more = wanted.length - files.length;
  return { additions, deletions, baseCommit, headCommit, files, ...(more > 0 && { leftOut: `${more} more files` }) };
}
