import { decoded } from '../text/decoded.ts';
import { extensionOf, folderOf, isWithin, joinPath } from '../text/paths.ts';
import type { RunsWhere } from './code-rules.ts';
import type { CodePiece } from './piece.ts';

/** What is needed to judge an include. */
export interface IncludeContext {
  /** The folder of the docs; '' for the whole repository. */
  folder: string;
  /** Whether the builder of the site resolves includes, or browsers do, which reach only what the site serves. */
  runs: RunsWhere;
  /** Returns whether the repository has the file, before or after the change. */
  isFile: (path: string) => boolean;
  /** Returns whether the repository had the file before the change. */
  wasFile: (path: string) => boolean;
}

/** An include as written in a page. */
export interface WrittenInclude {
  page: string;
  target: string;
  /** UTF-16 offset in the page. */
  offset: number;
  /**
   * Whether relative targets start from the folder of the page; otherwise they start from the top of the repository.
   */
  isFromPage: boolean;
}

/**
 * Returns the code piece of an include that leads out of the docs. It is `include` for another site or a file beside
 * the docs. It is `outside` for what does not belong to the repository: a path of the machine, a path above the
 * repository, and hidden files such as `.git/config`, which contains the token of the person who builds.
 */
export function includePiece(written: WrittenInclude, { folder, runs, isFile, wasFile }: IncludeContext): CodePiece[] {
  const target = decoded(written.target).replaceAll('\\', '/').trim();
  // An absolute path may be one of the machine: a file that the change adds must not vouch for it.
  const { place, file } = placeOf({ ...written, target }, folder, target.startsWith('/') ? wasFile : isFile);
  if (place === 'docs') return [];
  const kind = place === 'outside' && runs === 'build' ? 'outside' : 'include';
  const { offset } = written;
  // The same relative target leads to another file from another folder.
  const text = `include ${file === undefined ? written.target : `/${file}`}`;
  if (file === undefined || place !== 'beside')
    return [{ kind, runs: place === 'beside' ? 'reader' : runs, key: text, seek: written.target.slice(0, 80), offset }];
  // A site that shows one listing of a folder shows the next one, too.
  const folderOfFiles = file.includes('/') ? `${file.slice(0, file.indexOf('/'))}/` : file;
  const key = `include /${folderOfFiles}*${extensionOf(file)}`;
  return [{ kind, runs: 'reader', key, text, seek: folderOfFiles, offset }];
}

interface Place {
  place: 'docs' | 'beside' | 'away' | 'outside';
  /** The file to which it leads, if the repository has it. */
  file?: string | undefined;
}

function placeOf(
  { page, target, isFromPage }: WrittenInclude,
  folder: string,
  isFile: IncludeContext['isFile'],
): Place {
  const inner = target.replace(/^[@~](?=\/)/, '');
  // Builders search several places: the page's folder and those above it.
  const found = foldersAbove(page).flatMap((base) => fileAt(base, inner, isFile) ?? []);
  const beside = found.find((path) => !isWithin(path, folder));
  if (hidden.test(inner)) {
    const file = found.find((path) => /\.(?:md|rst|txt)$/i.test(path));
    return { place: file === undefined ? 'outside' : 'beside', file };
  }
  if (found.length > 0) return { place: beside === undefined ? 'docs' : 'beside', file: beside };
  if (/^(?:file|[a-z]):/i.test(target) || /^\/(?!\/)/.test(inner)) return { place: 'outside' };
  if (/^(?:[a-z][a-z\d+-]*:)?\/\//i.test(target)) return { place: 'away' };
  const resolved = joinPath(isFromPage ? folderOf(page) : '', inner);
  if (resolved === undefined) return { place: 'outside' };
  return isWithin(resolved, folder) || !inner.startsWith('../')
    ? { place: 'docs' }
    : { place: 'beside', file: resolved };
}

/** Hidden files and folders, except folders with a leading dot that belong to the sources of a site. */
const hidden = /(?:^|\/)\.(?!\.?(?:\/|$)|(?:vitepress|vuepress|snippets|includes|gitbook)\/)/;

function foldersAbove(page: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(page); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ''];
}

/** Returns the file of a target. A part of the file may follow a colon: `a.py:10:20`. */
function fileAt(base: string, inner: string, isFile: IncludeContext['isFile']): string | undefined {
  const path = joinPath(base, inner.replace(/^\/+/, ''));
  return [path, path?.replace(/:.*$/, '')].find((one) => one !== undefined && isFile(one));
}
