import { decoded } from '../text/decoded.ts';
import { isIndexPage } from '../links/lookup.ts';
import {
  baseName,
  folderOf,
  isMarkdown,
  isPagePath,
  joinPath,
  pathWithin,
  relativePath,
  type PathIndex,
} from '../text/paths.ts';
import { contentOf } from '../site/site.ts';
import type { Span } from '../tree.ts';
import type { FormerPath } from './redirects/former-paths.ts';

/** A place in a text that names a file or its address. */
export interface Reference extends Span {
  former: FormerPath;
  /**
   * How the file is named: by address, by URL, or by a path relative to the file, to the top of the repository or to
   * the content folder.
   */
  by: 'address' | 'url' | 'relative' | 'repository' | 'content';
  token: string;
}

export interface References {
  /** Returns the references in a file's text, in order. */
  in(file: string, text: string): Reference[];
  /** Returns the new name in the same style; undefined if there is none. */
  renewed(reference: Reference, file: string): string | undefined;
}

/** With more names than this, texts are not searched for each name, but split into tokens at once. */
const maximumNames = 40;
/** What precedes the name of a folder: `directory: '`, `"dirName": "`, `docs_dir: `. */
const folderKey =
  /(?:^|[\s{,"'])(?:directory|dirName|dir|path|folder|src|srcDir|docs_dir|contentDir)["']?\s*[:=]\s*["']?$/;
/** The characters of paths and addresses. */
export const tokens = /[\w\-./@%+~:#?=&,\u00C0-\uFFFF]{2,500}/g;

/** Recognises the old paths and addresses of files in every spelling. */
export function openReferences(index: PathIndex, formerPaths: FormerPath[]): References {
  const byPath = new Map(formerPaths.map((former) => [barePath(former.path), former]));
  const byContent = new Map(
    formerPaths.flatMap((former): [string, FormerPath][] => {
      const content = contentOf(former.site, former.path);
      return content && content.folder !== '' && content.fallback === undefined
        ? [[barePath(pathWithin(former.path, content.folder)), former]]
        : [];
    }),
  );
  const byAddress = new Map(
    formerPaths.flatMap((former): [string, FormerPath][] => {
      const { address, site, to } = former;
      if (address === undefined || address === '' || to?.address === address) return [];
      return [
        [address, former],
        [site.base + address, former],
      ];
    }),
  );
  const names = [...new Set(formerPaths.flatMap(namesIn))];

  return {
    in(file, text) {
      if (names.length <= maximumNames && !names.some((name) => text.includes(name))) return [];
      return [...text.matchAll(tokens)].flatMap((match) => {
        const token = match[0].replace(/[.,:;]+$/, '');
        const found = named(token, file) ?? keyed(token, file, text.slice(Math.max(0, match.index - 40), match.index));
        return found ? [{ ...found, token, start: match.index, end: match.index + token.length }] : [];
      });
    },
    renewed: ({ former, by, token }, file) => renewed(former, by, token, file),
  };

  /** A single word names a folder if its key says so. */
  function keyed(token: string, file: string, before: string): ReturnType<typeof named> {
    if (!/^[\w-]+$/.test(token) || !folderKey.test(before)) return undefined;
    const relative = byPath.get(joinPath(folderOf(file), token) ?? token);
    if (relative?.isFolder === true) return { former: relative, by: 'relative' };
    const content = byContent.get(token);
    return content?.isFolder === true ? { former: content, by: 'content' } : undefined;
  }

  function named(token: string, file: string): Pick<Reference, 'former' | 'by'> | undefined {
    if (!/[/.]/.test(token)) return undefined;
    const place = decoded(token.replace(/[?#].*$/, ''));
    const url = /^https?:\/\/[^/]+(\/.*)$/.exec(place);
    const rooted = bare(url?.[1] ?? place);
    if (url || place.startsWith('/')) {
      const former = byAddress.get(rooted);
      if (former && (former.isFolder !== true || mayBePath(former, rooted.slice(1) + (place.endsWith('/') ? '/' : ''))))
        return { former, by: url ? 'url' : 'address' };
      const path = url ? undefined : byPath.get(barePath(place.slice(1)));
      return path && mayBePath(path, place) ? { former: path, by: 'repository' } : undefined;
    }
    return atPath(place, file);
  }

  function atPath(place: string, file: string): Pick<Reference, 'former' | 'by'> | undefined {
    const key = barePath(place.replace(/^(?:\.\/)+/, ''));
    const joined = joinPath(folderOf(file), place);
    const relative = joined === undefined ? undefined : byPath.get(barePath(joined));
    if (relative && mayBePath(relative, place)) {
      // A file that moves along still finds it under the same relative path.
      const now = joinPath(folderOf(byPath.get(barePath(file))?.to?.path ?? file), place);
      const stays =
        now !== undefined && relative.to?.path !== undefined && barePath(now) === barePath(relative.to.path);
      return stays ? undefined : { former: relative, by: 'relative' };
    }
    if (place.startsWith('.') || (isIndexPage(place) && !place.includes('/'))) return undefined;
    if (joined !== undefined && [joined, `${joined}.md`, `${joined}.mdx`].some((path) => index.isFile(path)))
      return undefined;
    for (const [known, by] of [
      [byPath, 'repository'],
      [byContent, 'content'],
    ] as const) {
      const former = known.get(key);
      if (former && mayBePath(former, place)) return { former, by };
    }
    return undefined;
  }
}

/** Returns texts of which every mention of the file contains at least one. */
export function namesIn({ path, address }: Pick<FormerPath, 'path' | 'address'>): string[] {
  const file = baseName(barePath(path));
  const own = isIndexPage(path) && folderOf(path) !== '' ? [baseName(folderOf(path))] : [file];
  const last = address === undefined ? '' : baseName(address);
  return [...own, last, encodeURI(last)].filter((name) => name !== '');
}

/**
 * Returns whether a text may be the path of a file. A bare word is none: a path has a folder, or the extension of a
 * page.
 */
function mayBePath({ path, isFolder }: FormerPath, place: string): boolean {
  if (isFolder === true) return place.replace(/^(?:\.?\.\/)+/, '').includes('/');
  if (isPagePath(place) || (!isMarkdown(path) && /\.\w+$/.test(place))) return true;
  return isMarkdown(path) && place.replace(/^(?:\.\/)+/, '').includes('/');
}

function renewed(former: FormerPath, by: Reference['by'], token: string, file: string): string | undefined {
  const { to, site } = former;
  const [, place = '', suffix = ''] = /^([^?#]*)(.*)$/.exec(token) ?? [];
  if (by === 'url' || !to) return undefined;
  if (by === 'address') {
    if (to.address === undefined || to.address === '') return undefined;
    const base = site.base !== '' && place.startsWith(`${site.base}/`) ? site.base : '';
    const html = /\.html?$/.exec(place)?.[0] ?? '';
    return checked(base + to.address + html + (place.endsWith('/') ? '/' : '') + suffix);
  }
  if (to.path === undefined) return undefined;
  const full = isPagePath(place) || !isMarkdown(to.path) ? to.path : to.path.replace(/\.\w+$/, '');
  const content = contentOf(site, to.path);
  if (by === 'repository') return checked((place.startsWith('/') ? '/' : '') + full + suffix);
  const slash = place.endsWith('/') ? '/' : '';
  if (by === 'content') return content ? checked(pathWithin(full, content.folder) + slash + suffix) : undefined;
  const relative = relativePath(folderOf(file), full);
  return checked((place.startsWith('./') && !relative.startsWith('.') ? './' : '') + relative + slash + suffix);
}

/** Returns a text that is valid within any quotes and without; undefined otherwise. */
function checked(text: string): string | undefined {
  return /^[\w\-./@%+~#?=&]+$/.test(text) ? text : undefined;
}

/** Normalises the spellings of an address: `/a/b/`, `/a/b.html`, `/a/b/index.html` → `/a/b`. */
function bare(place: string): string {
  return place.replace(/(?:\.(?:mdx?|markdown|html?))$/i, '').replace(/(?:\/(?:index|readme))?\/*$/i, '');
}

function barePath(path: string): string {
  return path.replace(/\.(?:mdx?|markdown)$/i, '').replace(/\/+$/, '');
}
