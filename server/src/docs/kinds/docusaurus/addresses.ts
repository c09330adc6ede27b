import { joinPath } from '../../text/paths.ts';
import type { AddressedPage } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';

/**
 * Computes addresses from path, `id` and `slug`, without number prefixes: docusaurus.io/docs/create-doc, /docs/blog.
 */
export function docusaurusAddresses({ content, inner, frontMatter }: AddressedPage): string[] {
  if (content.kind === 'blog') return addressesAt(content, blogAddress(inner, frontMatter.slug));
  if (content.kind === 'pages') return addressesAt(content, inner.replace(/(?:^|\/)index$/, ''));
  return addressesAt(content, docAddress(inner, frontMatter));
}

function docAddress(inner: string, { slug, id }: AddressedPage['frontMatter']): string {
  const segments = inner.split('/').map(withoutNumberPrefix);
  const name = segments.pop() ?? '';
  const folder = segments.join('/');
  if (slug?.startsWith('/') === true) return slug;
  if (slug) return joinPath(folder, slug) ?? slug;
  const isIndex = /^(?:index|readme)$/i.test(name) || name.toLowerCase() === segments.at(-1)?.toLowerCase();
  return isIndex && id === undefined ? folder : `${folder}/${id ?? name}`;
}

/** `2024-01-31-news` → `2024/01/31/news`; a slug replaces the whole name. */
function blogAddress(inner: string, slug: string | undefined): string {
  if (slug !== undefined && slug !== '') return slug;
  const dated = /^(.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.+)$/.exec(inner.replace(/\/index$/, ''));
  if (dated === null) return inner.replace(/\/index$/, '');
  const [, folder = '', year = '', month = '', day = '', name = ''] = dated;
  return `${folder}${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}/${name}`;
}

/** `01-intro` → `intro`. Dates and version numbers stay. */
export function withoutNumberPrefix(name: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.]|$)|^\d+[-_.]\d+/.test(name)) return name;
  return /^\d+\s*[-_.]+\s*([^-_.\s].*)$/.exec(name)?.[1] ?? name;
}
