import type { ChangeExtent } from './changed-file.ts';

/**
 * From what size on a change is refused; null for never. How large a pull request reviewers ask for (`maxChangedFiles`)
 * is another matter: that is said to them, and refuses nothing.
 */
export interface ChangeLimits {
  refuseFilesOver: number | null;
  /** Of contents that are new, each file whole. */
  refuseBytesOver: number | null;
  /** Percent of the pages that are deleted. */
  refuseDeletedOver: number | null;
}

/** So many may always go: of a few pages, each is a large share. */
export const pagesAlwaysDeletable = 5;

/** How many of so many pages may be deleted. */
export function deletablePages({ refuseDeletedOver }: ChangeLimits, pages: number): number {
  return refuseDeletedOver === null ? Infinity : Math.max(pagesAlwaysDeletable, (pages * refuseDeletedOver) / 100);
}

/**
 * Says in what a change is over a limit, as the end of "The change …"; undefined where it is not.
 *
 * @param before how large it was: what makes it no larger is not in the way of a change that is too large already.
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
