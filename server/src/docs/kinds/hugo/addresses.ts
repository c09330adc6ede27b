import { entriesOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf, joinPath } from '../../text/paths.ts';
import type { AddressedPage, Permalinks } from '../../site/kind.ts';
import { asPrefix } from '../../site/site.ts';
import type { HugoLanguages } from './languages.ts';

type Page = Omit<AddressedPage, 'site'>;

/**
 * Computes addresses like Hugo: from the path, `slug`, `url`, the patterns of `permalinks`, and `aliases`.
 * gohugo.io/content-management/urls
 */
export function hugoPermalinks(languages: HugoLanguages, configured: Literal | undefined): Permalinks {
  const patterns = patternsOf(configured);
  return {
    of: addresses,
    key: JSON.stringify([languages.codes, ...languages.codes.map(languages.prefixOf), patterns]),
  };

  function addresses(page: Page): string[] {
    const { inner, code } = withoutLanguage(page.inner, languages.codes);
    const prefixes = code === undefined ? page.content.routes : [languages.prefixOf(code)];
    const { url, aliases } = page.frontMatter;
    const place = placeOf(inner, page.frontMatter, patterns);
    const own = url === undefined || url === '' ? undefined : url.startsWith('/') ? url : `/${url}`;
    const usual = prefixes.map((prefix) => asPrefix(`${prefix}/${place}`));
    const fixed = own === undefined ? [] : [asPrefix(own), ...prefixes.map((prefix) => asPrefix(prefix + own))];
    const others = (aliases ?? '').split('\n').flatMap((alias) => {
      // An alias without a leading slash is relative to the page's folder.
      const path = alias.startsWith('/') ? alias : `/${joinPath(folderOf(place), alias) ?? alias}`;
      return alias === '' ? [] : prefixes.flatMap((prefix) => [asPrefix(prefix + path), asPrefix(path)]);
    });
    return [...new Set([...fixed, ...usual, ...others].map((address) => address.replace(/\.html?$/, '')))];
  }
}

function placeOf(inner: string, frontMatter: Page['frontMatter'], patterns: Map<string, string>): string {
  const isSection = /(?:^|\/)_index$/.test(inner);
  const logical = inner.replace(/(?:^|\/)_?index$/, '');
  const place = logical.split('/').map(urlized).join('/');
  const section = inner.includes('/') ? (inner.split('/')[0] ?? '') : '';
  const pattern = isSection ? patterns.get(`section ${section}`) : patterns.get(section);
  const patterned = pattern === undefined ? undefined : fillPattern(pattern, place, frontMatter);
  if (patterned !== undefined) return patterned;
  const { slug } = frontMatter;
  return slug && !isSection ? `${place.includes('/') ? `${folderOf(place)}/` : ''}${urlized(slug)}` : place;
}

/**
 * Reads `permalinks` by section. Patterns for pages may be nested in `page`, those for the sections themselves in
 * `section`.
 */
function patternsOf(literal: Literal | undefined): Map<string, string> {
  const patterns = new Map<string, string>();
  for (const { key, value } of entriesOf(literal)) {
    const text = textOf(value);
    if (text !== undefined) patterns.set(key, text);
    if (key !== 'page' && key !== 'section') continue;
    for (const inner of entriesOf(value)) {
      const pattern = textOf(inner.value);
      if (pattern !== undefined) patterns.set(key === 'page' ? inner.key : `section ${inner.key}`, pattern);
    }
  }
  return patterns;
}

/** Fills in the tokens of a pattern. Returns undefined when a token's value is unknown. */
function fillPattern(pattern: string, place: string, { title, slug, date }: Page['frontMatter']): string | undefined {
  const segments = place.split('/');
  const name = segments.at(-1) ?? '';
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? [];
  const values: Record<string, string | undefined> = {
    year,
    month,
    day,
    section: segments[0],
    sections: segments.slice(0, -1).join('/'),
    title: title === undefined ? undefined : urlized(title),
    slug: slug ? urlized(slug) : title === undefined ? name : urlized(title),
    slugorfilename: slug ? urlized(slug) : name,
    slugorcontentbasename: slug ? urlized(slug) : name,
    filename: name,
    contentbasename: name,
  };
  let known = true;
  const filled = pattern.replace(/:(\w+)(\[[^\]]*\])?/g, (_, token: string, part: string | undefined) => {
    const value = part === undefined ? values[token.toLowerCase()] : selectSections(segments.slice(0, -1), part);
    known &&= value !== undefined;
    return value ?? '';
  });
  return known ? asPrefix(filled).slice(1) : undefined;
}

/** Selects from the sections: `:sections[1:]`, `:sections[last]`. */
function selectSections(sections: string[], part: string): string | undefined {
  const [, from = '', colon, to = ''] = /^\[(\w*)(:?)(\w*)\]$/.exec(part) ?? [];
  const at = (text: string, otherwise: number) =>
    text === '' ? otherwise : text === 'last' ? sections.length - 1 : Number(text);
  if (colon === undefined) return undefined;
  if (colon === '') return sections[at(from, 0)];
  return sections.slice(at(from, 0), at(to, sections.length)).join('/');
}

/** Splits off a language code that the site has: `docs/a.fr` is in French. */
function withoutLanguage(inner: string, codes: string[]): { inner: string; code: string | undefined } {
  const code = /\.([\w-]+)$/.exec(inner)?.[1]?.toLowerCase();
  if (code === undefined || !codes.includes(code)) return { inner, code: undefined };
  return { inner: inner.slice(0, -code.length - 1), code };
}

/** Converts to lower case, replaces spaces by hyphens, and removes characters that a URL would have to encode. */
function urlized(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}_.\-~+@#%/]/gu, '');
}
