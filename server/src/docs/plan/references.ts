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
  return new FormerNames(index, formerPaths);
}

type Named = Pick<Reference, 'former' | 'by'>;

class FormerNames implements References {
  readonly #index: PathIndex;
  readonly #byPath: ReadonlyMap<string, FormerPath>;
  readonly #byContent: ReadonlyMap<string, FormerPath>;
  readonly #byAddress: ReadonlyMap<string, FormerPath>;
  /** Every reference contains one of these. */
  readonly #names: readonly string[];

  constructor(index: PathIndex, formerPaths: FormerPath[]) {
    this.#index = index;
    this.#byPath = new Map(formerPaths.map((former) => [barePath(former.path), former]));
    this.#byContent = new Map(formerPaths.flatMap(contentPaths));
    this.#byAddress = new Map(formerPaths.flatMap(pairWithOldAddresses));
    this.#names = [...new Set(formerPaths.flatMap(namesIn))];
  }

  in(file: string, text: string): Reference[] {
    if (this.#names.length <= maximumNames && !this.#names.some((name) => text.includes(name))) return [];
    return [...text.matchAll(tokens)].flatMap((match) => {
      const token = match[0].replace(/[.,:;]+$/, '');
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      const found = this.#named(token, file) ?? this.#keyed(token, file, before);
      return found ? [{ ...found, token, start: match.index, end: match.index + token.length }] : [];
    });
  }

  renewed({ former, by, token }: Reference, file: string): string | undefined {
    return renewedName(former, by, token, file);
  }

  #named(token: string, file: string): Named | undefined {
    if (!/[/.]/.test(token)) return undefined;
    const place = decoded(token.replace(/[?#].*$/, ''));
    const url = /^https?:\/\/[^/]+(\/.*)$/.exec(place)?.[1];
    if (url !== undefined) return this.#atAddress(url, 'url');
    if (!place.startsWith('/')) return this.#atPath(place, file);
    return this.#atAddress(place, 'address') ?? this.#atKey(barePath(place.slice(1)), place, 'repository');
  }

  #atAddress(place: string, by: 'address' | 'url'): Named | undefined {
    const address = normaliseAddress(place);
    const former = this.#byAddress.get(address);
    if (former?.isFolder === true && !mayBePath(former, address.slice(1) + slashOf(place))) return undefined;
    return former && { former, by };
  }

  #atPath(place: string, file: string): Named | undefined {
    const joined = joinPath(folderOf(file), place);
    const relative = joined === undefined ? undefined : this.#byPath.get(barePath(joined));
    if (relative && mayBePath(relative, place)) {
      return this.#staysRelative(relative, place, file) ? undefined : { former: relative, by: 'relative' };
    }
    if (place.startsWith('.') || (isIndexPage(place) && !place.includes('/'))) return undefined;
    if (joined !== undefined && [joined, `${joined}.md`, `${joined}.mdx`].some((path) => this.#index.isFile(path)))
      return undefined;
    const key = barePath(place.replace(/^(?:\.\/)+/, ''));
    return this.#atKey(key, place, 'repository') ?? this.#atKey(key, place, 'content');
  }

  /** Returns whether a file that moves along still finds the other under the same relative path. */
  #staysRelative(former: FormerPath, place: string, file: string): boolean {
    const now = joinPath(folderOf(this.#byPath.get(barePath(file))?.to?.path ?? file), place);
    return now !== undefined && former.to?.path !== undefined && barePath(now) === barePath(former.to.path);
  }

  #atKey(key: string, place: string, by: 'repository' | 'content'): Named | undefined {
    const former = (by === 'content' ? this.#byContent : this.#byPath).get(key);
    return former && mayBePath(former, place) ? { former, by } : undefined;
  }

  /** A single word names a folder if its key says so. */
  #keyed(token: string, file: string, before: string): Named | undefined {
    if (!/^[\w-]+$/.test(token) || !folderKey.test(before)) return undefined;
    const relative = this.#byPath.get(joinPath(folderOf(file), token) ?? token);
    if (relative?.isFolder === true) return { former: relative, by: 'relative' };
    const content = this.#byContent.get(token);
    return content?.isFolder === true ? { former: content, by: 'content' } : undefined;
  }
}

/** Returns a path with its name relative to the content folder, if it is in one. */
function contentPaths(former: FormerPath): [string, FormerPath][] {
  const content = contentOf(former.site, former.path);
  return content && content.folder !== '' && content.fallback === undefined
    ? [[barePath(pathWithin(former.path, content.folder)), former]]
    : [];
}

/** Pairs a former path with its old addresses, within the site and on its host. Returns none if they stay. */
function pairWithOldAddresses(former: FormerPath): [string, FormerPath][] {
  const { address, site, to } = former;
  if (address === undefined || address === '' || to?.address === address) return [];
  return [
    [address, former],
    [site.base + address, former],
  ];
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

function renewedName(former: FormerPath, by: Reference['by'], token: string, file: string): string | undefined {
  const [, place = '', suffix = ''] = /^([^?#]*)(.*)$/.exec(token) ?? [];
  if (by === 'url') return undefined;
  const name = by === 'address' ? renewedAddress(former, place) : renewedPath(former, by, place, file);
  return name === undefined ? undefined : ifSafeUnquoted(name + suffix);
}

function renewedAddress({ to, site }: FormerPath, place: string): string | undefined {
  if (to?.address === undefined || to.address === '') return undefined;
  const base = site.base !== '' && place.startsWith(`${site.base}/`) ? site.base : '';
  const html = /\.html?$/.exec(place)?.[0] ?? '';
  return base + to.address + html + slashOf(place);
}

function renewedPath(
  { to, site }: FormerPath,
  by: 'relative' | 'repository' | 'content',
  place: string,
  file: string,
): string | undefined {
  if (to?.path === undefined) return undefined;
  const full = isPagePath(place) || !isMarkdown(to.path) ? to.path : to.path.replace(/\.\w+$/, '');
  if (by === 'repository') return (place.startsWith('/') ? '/' : '') + full;
  if (by === 'content') {
    const content = contentOf(site, to.path);
    return content && pathWithin(full, content.folder) + slashOf(place);
  }
  const relative = relativePath(folderOf(file), full);
  return (place.startsWith('./') && !relative.startsWith('.') ? './' : '') + relative + slashOf(place);
}

function slashOf(place: string): string {
  return place.endsWith('/') ? '/' : '';
}

/** Returns a text that is valid within any quotes and without; undefined otherwise. */
function ifSafeUnquoted(text: string): string | undefined {
  return /^[\w\-./@%+~#?=&]+$/.test(text) ? text : undefined;
}

/** Normalises the spellings of an address: `/a/b/`, `/a/b.html`, `/a/b/index.html` → `/a/b`. */
function normaliseAddress(place: string): string {
  return place.replace(/(?:\.(?:mdx?|markdown|html?))$/i, '').replace(/(?:\/(?:index|readme))?\/*$/i, '');
}

function barePath(path: string): string {
  return path.replace(/\.(?:mdx?|markdown)$/i, '').replace(/\/+$/, '');
}
