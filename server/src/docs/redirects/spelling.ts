import { decoded } from '../text/decoded.ts';
import { folderOf, isWithin, joinPath, pathWithin, relativePath } from '../text/paths.ts';
import { asPrefix } from '../site/site.ts';
import type { RedirectSpelling } from './redirects.ts';

/** Spells redirects as addresses from the top: `/old` → `/new`, with the prefix of the site where the file needs it. */
export function addressSpelling(site: { base: string }, has: { base: 'none' | 'target' | 'both' }): RedirectSpelling {
  const sourceBase = has.base === 'both' ? site.base : '';
  const targetBase = has.base === 'none' ? '' : site.base;
  return {
    addressOf(source) {
      if (isPattern(source) || /^[a-z]+:|^\/\//i.test(source)) return undefined;
      const address = asPrefix(decoded(source.replace(/[?#].*$/, '')));
      return isWithin(address, sourceBase) ? address.slice(sourceBase.length).replace(/\.html?$/, '') : undefined;
    },
    linkOf: (target) => target,
    source: ({ address }) => encoded(sourceBase + address) || '/',
    target: ({ address }) => encoded(targetBase + address) || '/',
  };
}

/** Spells redirects as files of pages, relative to a folder: `old.md` → `new.md`, as in MkDocs. */
export function pathSpelling(folder: string): RedirectSpelling {
  return {
    addressOf: (source) => (isPattern(source) ? undefined : addressOfFile(source)),
    linkOf: (target) => (/^(?:[a-z]+:|\/)/i.test(target) ? target : `./${target.replace(/^\.\//, '')}`),
    source: ({ address, path }) => (path === undefined ? fileOf(address) : pathWithin(path, folder)),
    target: ({ address, path }) => (path === undefined ? fileOf(address) : pathWithin(path, folder)),
  };
}

/**
 * Spells redirects as addresses without a leading slash that lead to files of pages: `old/address` → `new/page.md`, as
 * in GitBook.
 */
export function addressToPath(folder: string): RedirectSpelling {
  return { ...pathSpelling(folder), source: ({ address }) => address.slice(1) };
}

/** Spells redirects as built files: `/old.html` → `../new.html`, relative to the folder of the source, as in mdBook. */
export function builtFileSpelling(folder: string): RedirectSpelling {
  const made = (path: string) => pathWithin(path, folder).replace(/(^|\/)readme\.md$/i, '$1index.html');
  const nameOf = (address: string, path: string | undefined) =>
    encoded(`/${path === undefined ? `${address.slice(1) || 'index'}.html` : made(path).replace(/\.\w+$/, '.html')}`);
  return {
    addressOf: (source) => asPrefix(decoded(source).replace(/(?:(?:^|\/)index)?\.html$/, '')),
    linkOf(target, source) {
      if (/^(?:[a-z]+:|\/)/i.test(target)) return target;
      // Relative links start at the top page: an address at the top of the host does not belong to the book.
      const [path = '', ...hash] = target.split('#');
      const joined = joinPath(folderOf(source.replace(/^\//, '')), path);
      return joined === undefined ? '//outside' : [`./${joined}`, ...hash].join('#');
    },
    source: ({ address, path }) => nameOf(address, path),
    target: ({ address, path }, source) =>
      relativePath(folderOf(source.replace(/^\//, '')), nameOf(address, path).slice(1)),
  };
}

/** Returns whether a source matches many addresses: `/old/*`, `/:slug`, `/blog/(.*)`, `/[...slug]`. */
function isPattern(source: string): boolean {
  return /[*()[\]{}]|\/:\w/.test(source);
}

/** Returns an address encoded so that it is valid in every kind of file, within any quotes. */
export function encoded(address: string): string {
  return encodeURI(decoded(address)).replace(/['$()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function addressOfFile(path: string): string {
  return asPrefix(path.replace(/(?:(?:^|\/)(?:index|readme))?\.(?:md|mdx|markdown)$/i, ''));
}

function fileOf(address: string): string {
  return `${address.slice(1) || 'index'}.md`;
}
