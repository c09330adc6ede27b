import type { ChangeExtent } from './changed-file.ts';

/**
 * The sizes above which a change is refused; null means no limit. The pull request size that reviewers ask for
 * (`maxChangedFiles`) is separate: exceeding it is mentioned to the model and in the pull request, and refuses nothing.
 */
export interface ChangeLimits {
  refuseFilesOver: number | null;
  /** Bytes of new contents; each changed file counts whole. */
  refuseBytesOver: number | null;
  /** Percentage of the pages that may be deleted. */
  refuseDeletedOver: number | null;
}

/** This many pages may always be deleted: when a site has few pages, each is a large share. */
export const pagesAlwaysDeletable = 5;

/** Returns how many of this many pages may be deleted. */
export function deletablePages({ refuseDeletedOver }: ChangeLimits, pages: number): number {
  return refuseDeletedOver === null ? Infinity : Math.max(pagesAlwaysDeletable, (pages * refuseDeletedOver) / 100);
}

/**
 * Returns which limit a change exceeds, as the end of "The change …"; undefined when it exceeds none.
 *
 * @param before the extent of the change so far. When it is already over a limit, edits that do not make it larger are
 *   still allowed.
 */
export function excessOf(
  limits: ChangeLimits,
  now: ChangeExtent & { pages: () => number },
  before: ChangeExtent = { files: 0, bytes: 0, deleted: 0 },
): string | undefined {
  const { refuseFilesOver, refuseBytesOver, refuseDeletedOver } = limits;
  if (refuseFilesOver !== null && now.files > Math.max(refuseFilesOver, before.files)) {
    return `changes ${amount(now.files)} files, and the project allows ${amount(refuseFilesOver)} (refuseFilesOver)`;
  }
  if (refuseBytesOver !== null && now.bytes > Math.max(refuseBytesOver, before.bytes)) {
    const allowed = `the project allows ${amount(refuseBytesOver)} (refuseBytesOver)`;
    return `writes ${amount(now.bytes)} bytes, counting changed files whole, and ${allowed}`;
  }
  if (now.deleted <= Math.max(pagesAlwaysDeletable, before.deleted)) return undefined;
  const pages = now.pages();
  if (now.deleted <= deletablePages(limits, pages)) return undefined;
  const share = `${refuseDeletedOver} % of ${amount(pages)}, and always ${pagesAlwaysDeletable}`;
  return `deletes the text of ${amount(now.deleted)} pages, and the project allows ${share} (refuseDeletedOver)`;
}

function amount(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 1 });
}
