import { folderOf, isPagePath, normalisePath } from './paths.ts';

/**
 * Whether the suggested fix of a link leads to another file than was meant. `../../README.md` is the README of a
 * certain folder, and `../README.md` that of another one. A link that led out of the docs did not mean a file within
 * them.
 *
 * @param root the folder of all pages, '' when they are in many folders of the repository.
 * @param path the page that contains the link.
 */
export function hasAnotherTarget(
  { root, path }: { root: string; path: string },
  subject: string,
  suggestion: string,
): boolean {
  const [meant, put] = [fileOf(path, subject), fileOf(path, suggestion)];
  if (meant === undefined || put === undefined) return false;
  if (isWithin(root, meant) !== isWithin(root, put)) return true;
  return isNamedByFolder(meant) && isNamedByFolder(put) && folderName(meant) !== folderName(put);
}

/** Returns the file that a relative link names, with `..` in front when it is outside of the repository. */
function fileOf(path: string, link: string): string | undefined {
  const target = link.replace(/[?#].*$/u, '');
  if (!isPagePath(path) || target.startsWith('/') || /^[a-z][\w+.-]*:|^@/iu.test(target)) return undefined;
  if (!/\.\w+$/u.test(target)) return undefined;
  return normalisePath(folderOf(path) + target) ?? `../${target.slice(target.lastIndexOf('/') + 1)}`;
}

function isWithin(root: string, file: string): boolean {
  return !file.startsWith('../') && (root === '' || file.startsWith(`${root}/`));
}

/** Whether it is a file that every folder may have. */
function isNamedByFolder(file: string): boolean {
  return /(?:^|\/)(?:readme|index|summary|changelog|license|contributing|security)\.\w+$/iu.test(file);
}

function folderName(file: string): string {
  return folderOf(file).split('/').at(-2)?.toLowerCase() ?? '';
}
