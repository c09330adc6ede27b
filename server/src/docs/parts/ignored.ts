import { extensionOf, folderOf, pathWithin } from '../text/paths.ts';
import type { SiteContext } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';

/** Lines of a `.gitignore` beyond this are not read. */
const maximumPatterns = 500;

/**
 * Returns whether git would ignore a path: such a file may be made when the site is built. Exceptions (`!kept.md`) are
 * not read, because the files they name are in the repository.
 */
export async function isIgnored(context: SiteContext, path: string): Promise<boolean> {
  if (await isNamedIgnored(context, path)) return true;
  return extensionOf(path) === '' && isNamedIgnored(context, `${path}.md`);
}

async function isNamedIgnored({ tree, index, facts }: SiteContext, path: string): Promise<boolean> {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const file = folder === '' ? '.gitignore' : `${folder}/.gitignore`;
    const text = index.isFile(file) ? await facts.text(tree, file) : undefined;
    if (text?.kind === 'known' && matchesAny(text.value, pathWithin(path, folder))) {
      const beside = [...index.namesIn(folderOf(path))].map((name) => joinParts(folderOf(path), name));
      // A file that was added in spite of the pattern is maintained by hand, and so are its neighbours.
      return !beside.some((kept) => matchesAny(text.value, pathWithin(kept, folder)));
    }
    if (folder === '') return false;
  }
}

function matchesAny(text: string, path: string): boolean {
  const segments = path.split('/');
  return (
    text
      .split('\n', maximumPatterns)
      .map((line) => line.trim())
      // `*` stands for everything except the exceptions after it.
      .filter((line) => line !== '' && !/^[#!]|^\/?\*+\/?$/.test(line))
      .some((pattern) => matches(pattern, segments))
  );
}

/** Matches a pattern. One with a slash is relative to its folder; one without names a file or folder anywhere. */
function matches(pattern: string, path: string[]): boolean {
  const wanted = pattern.replace(/^\/|\/$/g, '').split('/');
  if (wanted.length === 1 && !pattern.startsWith('/')) return path.some((name) => matchesName(wanted[0] ?? '', name));
  const [first, ...rest] = wanted;
  if (first !== '**') return startsWith(path, wanted);
  return path.some((_, start) => startsWith(path.slice(start), rest));
}

/** Returns whether the pattern names a path or one of its folders. `**` in the middle counts as one folder. */
function startsWith(path: string[], wanted: string[]): boolean {
  return wanted.length <= path.length && wanted.every((name, at) => matchesName(name, path[at] ?? ''));
}

/**
 * Matches a name: `*` is any text, `?` any character, and a bracket expression counts as any character too. It never
 * backtracks far.
 */
function matchesName(pattern: string, name: string): boolean {
  const pieces = pattern.replace(/\[[^\]]{1,40}\]/g, '?').split(/\*+/);
  const [first = '', ...others] = pieces;
  if (!sameAt(first, name, 0)) return false;
  const last = others.pop();
  if (last === undefined) return name.length === first.length;
  let from = first.length;
  for (const piece of others) {
    while (from + piece.length <= name.length && !sameAt(piece, name, from)) from += 1;
    from += piece.length;
  }
  return name.length - last.length >= from && sameAt(last, name, name.length - last.length);
}

function sameAt(piece: string, name: string, from: number): boolean {
  if (from + piece.length > name.length) return false;
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] !== '?' && piece[at] !== name[from + at]) return false;
  }
  return true;
}
