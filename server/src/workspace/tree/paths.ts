import { CopydeskError } from '@copydesk/contract/errors';

/**
 * Returns why a path cannot be written, by the rules that git checks an index with when it protects against Windows and
 * macOS too (`verify_path` of read-cache.c with core.protectNTFS and core.protectHFS), and a little more: no control
 * characters and no backslash, which no docs file needs and which mean something else on other systems.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (!path.isWellFormed()) return 'it is not valid Unicode';
  if (path.startsWith('/')) return 'it is absolute';
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'it holds a control character or a backslash';
  if (Buffer.byteLength(path) > 4000) return 'it is longer than 4,000 bytes';
  for (const name of path.split('/')) {
    const fault = nameFault(name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** @throws CopydeskError `path_refused` */
export function checkPath(path: string): void {
  const fault = pathFault(path);
  if (fault !== undefined) throw refusedPath(path, fault);
}

export function refusedPath(path: string, fault: string): CopydeskError {
  return new CopydeskError('path_refused', `${JSON.stringify(path.slice(0, 200))} is refused: ${fault}.`);
}

/** Whether a name from a tree object may be shown and read. */
export function isSafeName(name: string): boolean {
  // Matches nearly every name; the rest is checked in detail.
  if (/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name) && name.length < 200) return true;
  return !name.includes('/') && pathFault(name) === undefined;
}

function nameFault(name: string): string | undefined {
  if (name === '') return 'it has an empty part';
  if (name === '.' || name === '..') return 'it has a part that is . or ..';
  if (Buffer.byteLength(name) > 255) return 'it has a part longer than 255 bytes';
  if (isDotGit(name)) return 'it has a part that some file system takes for .git';
  return undefined;
}

/**
 * Matches `.git` in any case; as HFS+ folds it (ignorable code points); as NTFS does (`git~1`, trailing dots, spaces,
 * streams).
 */
function isDotGit(name: string): boolean {
  const folded = name.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return folded === '.git' || /^(\.git|git~1)[ .]*(:|$)/i.test(name);
}
