import { isMarkdown, isWithin, pathWithin, stemOf, type PathIndex } from '../../text/paths.ts';
import type { LinkRules, ReadSite } from '../../site/kind.ts';
import type { Locales } from '../../site/locales.ts';
import { contentOf } from '../../site/site.ts';

/**
 * Determines the languages of pages, from their top folders or from the suffixes of their names. If the configuration
 * does not list the languages, they are taken from the files: `en`, `pt-BR`.
 */
export function localesOf(
  index: PathIndex,
  folders: string[],
  configured: Pick<Locales, 'names' | 'original'> | undefined,
): Locales | undefined {
  const pages = folders.flatMap((folder) =>
    index.files.filter((path) => isMarkdown(path) && isWithin(path, folder)).map((path) => pathWithin(path, folder)),
  );
  const isName = (text: string | undefined): text is string =>
    text !== undefined &&
    (configured && configured.names.length > 0 ? configured.names.includes(text) : codePattern.test(text));
  const first = new Set(pages.filter((page) => page.includes('/')).map((page) => page.split('/')[0]));
  const inFolders = [...first].filter(isName);
  const original = configured?.original ?? 'en';
  if (inFolders.includes(original) && (configured !== undefined || inFolders.length > 1))
    return { names: inFolders, original, by: 'folder' };
  const known = new Set(pages.map(withoutEnding));
  const endings = new Set(
    pages.flatMap((page) => {
      const ending = suffixOf(page);
      return isName(ending) && (configured || known.has(withoutEnding(page).slice(0, -ending.length - 1)))
        ? [ending]
        : [];
    }),
  );
  if (endings.size === 0) return undefined;
  return { names: [...new Set([...endings, original])], original, by: 'suffix' };
}

const codePattern = /^[a-z]{2}(?:-[A-Z]{2}|-[A-Z][a-z]{3})?$/;

function withoutEnding(page: string): string {
  return page.replace(/\.\w+$/, '');
}

/** `a/b.cn.mdx` → `cn` */
function suffixOf(page: string): string | undefined {
  return /\.([\w-]+)$/.exec(stemOf(page))?.[1];
}

/** Splits the language off a path inside a content folder (without extension). */
export function localeOf(locales: Locales | undefined, inner: string): { locale: string | undefined; place: string } {
  const [, place, suffix] = /^(.*)\.([\w-]+)$/.exec(inner) ?? [];
  if (locales?.by === 'suffix' && place !== undefined && suffix !== undefined && locales.names.includes(suffix))
    return { locale: suffix, place };
  const [first = '', ...rest] = inner.split('/');
  if (locales?.by === 'folder' && locales.names.includes(first)) return { locale: first, place: rest.join('/') };
  return { locale: locales?.by === 'suffix' ? locales.original : undefined, place: inner };
}

/**
 * Returns the addresses of a page in its language. A page in the original language also has the plain addresses, and
 * those of missing translations.
 */
export function localeAddresses(
  locales: Locales | undefined,
  locale: string | undefined,
  addresses: string[],
): string[] {
  if (!locales || locale === undefined) return addresses;
  const below = (name: string) => addresses.map((address) => `/${name}${address}`);
  if (locale !== locales.original) return below(locale);
  const usual = locales.by === 'suffix' ? [...addresses, ...below(locale)] : [...below(locale), ...addresses];
  return [...usual, ...locales.names.filter((name) => name !== locale).flatMap(below)];
}

/** An address without a language means the linking page's language, if that page exists, else the plain address. */
export const inOwnLocale: NonNullable<LinkRules['meanings']> = ({ site, from, address }) => {
  const locale = localeOfPage(site, from);
  return locale === undefined || isWithin(address, `/${locale}`) ? [address] : [`/${locale}${address}`, address];
};

function localeOfPage(site: ReadSite, path: string): string | undefined {
  const content = contentOf(site, path);
  return content && localeOf(site.locales, withoutEnding(pathWithin(path, content.folder))).locale;
}
