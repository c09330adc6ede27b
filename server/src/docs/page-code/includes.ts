import { decoded } from '../decoded.ts';
import { folderOf, isWithin, joinPath } from '../paths.ts';
import type { RunsWhere } from './code-rules.ts';
import type { CodePiece } from './piece.ts';

/** What an include is judged by. */
export interface IncludeGround {
  /** The folder of the docs, '' for all of the repository. */
  folder: string;
  /** Whether includes are taken in where the site is built, or by browsers, which reach what the site serves and no more. */
  runs: RunsWhere;
  /** Whether the repository has the file. */
  isFile: (path: string) => boolean;
}

/** An include as it stands in a page. */
export interface WrittenInclude {
  page: string;
  target: string;
  /** UTF-16 offset in the page. */
  offset: number;
  /** Whether relative targets count from the page; from the top of the repository otherwise. */
  isFromPage: boolean;
}

/**
 * An include that takes in what is not of the docs: `include` of another site, or of a file beside the docs; `outside` of what is
 * none of the repository's: a path of the machine, what lies above the repository, and hidden files such as `.git/config`,
 * which has the token of who builds.
 */
export function includePiece(written: WrittenInclude, { folder, runs, isFile }: IncludeGround): CodePiece[] {
  const target = decoded(written.target).replaceAll('\\', '/').trim();
  const { place, file } = placeOf({ ...written, target }, folder, isFile);
  if (place === 'docs') return [];
  const kind = place === 'outside' && runs === 'build' ? 'outside' : 'include';
  // The same relative target leads elsewhere from another folder.
  const key = `include ${file === undefined ? written.target : `/${file}`}`;
  const seek = written.target.slice(0, 80);
  return [{ kind, runs: place === 'beside' ? 'reader' : runs, key, seek, offset: written.offset }];
}

interface Place {
  place: 'docs' | 'beside' | 'away' | 'outside';
  /** The file that it leads to, where the repository has it. */
  file?: string | undefined;
}

function placeOf({ page, target, isFromPage }: WrittenInclude, folder: string, isFile: IncludeGround['isFile']): Place {
  const inner = target.replace(/^[@~](?=\/)/, '');
  // Builders look at several places: in the page's folder, and in those above it.
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

/** Folders with a dot in front that sites are made of are none. */
const hidden = /(?:^|\/)\.(?!\.?(?:\/|$)|(?:vitepress|vuepress|snippets|includes|gitbook)\/)/;

function foldersAbove(page: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(page); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ''];
}

/** A part of the file may be named behind a colon: `a.py:10:20`. */
function fileAt(base: string, inner: string, isFile: IncludeGround['isFile']): string | undefined {
  const path = joinPath(base, inner.replace(/^\/+/, ''));
  return [path, path?.replace(/:.*$/, '')].find((one) => one !== undefined && isFile(one));
}
