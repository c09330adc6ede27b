import { decoded } from '../decoded.ts';
import { folderOf, isWithin, joinPath, pathWithin, relativePath } from '../paths.ts';
import { asPrefix } from '../site/site.ts';
import type { RedirectSpelling } from './redirects.ts';

/** Addresses from the top: `/old` → `/new`, with the prefix of the site where the file wants it. */
export function byAddress(site: { base: string }, has: { base: 'none' | 'target' | 'both' }): RedirectSpelling {
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

/** Files of pages, from a folder: `old.md` → `new.md`, as MkDocs has it. */
export function byPath(folder: string): RedirectSpelling {
  return {
    addressOf: (source) => (isPattern(source) ? undefined : addressOfFile(source)),
    linkOf: (target) => (/^(?:[a-z]+:|\/)/i.test(target) ? target : `./${target.replace(/^\.\//, '')}`),
    source: ({ address, path }) => (path === undefined ? fileOf(address) : pathWithin(path, folder)),
    target: ({ address, path }) => (path === undefined ? fileOf(address) : pathWithin(path, folder)),
  };
}

/** Addresses without a slash in front that lead to files of pages: `old/address` → `new/page.md`, as GitBook has it. */
export function addressToPath(folder: string): RedirectSpelling {
  return { ...byPath(folder), source: ({ address }) => address.slice(1) };
}

/** Files that are made: `/old.html` → `../new.html`, from the folder of the first, as mdBook has it. */
export function byMadeFile(folder: string): RedirectSpelling {
  const made = (path: string) => pathWithin(path, folder).replace(/(^|\/)readme\.md$/i, '$1index.html');
  const nameOf = (address: string, path: string | undefined) =>
    encoded(`/${path === undefined ? `${address.slice(1) || 'index'}.html` : made(path).replace(/\.\w+$/, '.html')}`);
  return {
    addressOf: (source) => asPrefix(decoded(source).replace(/(?:(?:^|\/)index)?\.html$/, '')),
    linkOf(target, source) {
      if (/^(?:[a-z]+:|\/)/i.test(target)) return target;
      // From the top page, as relative links are: what stands at the top of the host is not the book's.
      const [path = '', ...hash] = target.split('#');
      const joined = joinPath(folderOf(source.replace(/^\//, '')), path);
      return joined === undefined ? '//outside' : [`./${joined}`, ...hash].join('#');
    },
    source: ({ address, path }) => nameOf(address, path),
    target: ({ address, path }, source) =>
      relativePath(folderOf(source.replace(/^\//, '')), nameOf(address, path).slice(1)),
  };
}

/** Whether a source stands for many addresses: `/old/*`, `/:slug`, `/blog/(.*)`, `/[...slug]`. */
function isPattern(source: string): boolean {
  return /[*()[\]{}]|\/:\w/.test(source);
}

/** An address as it may stand in every kind of file, within any quotes. */
export function encoded(address: string): string {
  return encodeURI(decoded(address)).replace(/['$()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function addressOfFile(path: string): string {
  return asPrefix(path.replace(/(?:(?:^|\/)(?:index|readme))?\.(?:md|mdx|markdown)$/i, ''));
}

function fileOf(address: string): string {
  return `${address.slice(1) || 'index'}.md`;
}
