import { entriesOf, itemsOf, valueAt, textOf, type Literal } from '../../literal/literal.ts';
import { baseName, folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import type { AddressedPage, Permalinks } from '../../site/kind.ts';
import { asPrefix, joinParts } from '../../site/site.ts';

type Page = Omit<AddressedPage, 'site'>;

export interface JekyllCollection {
  label: string;
  folder: string;
  permalink: string | undefined;
}

interface Defaults {
  /** Relative to the site's source; '' is the whole site. */
  path: string;
  type: string | undefined;
  permalink: string;
}

/**
 * Computes addresses: `permalink` from front matter, from defaults, of the collection or of the site, plus those in
 * `redirect_from`. jekyllrb.com/docs/permalinks
 */
export function jekyllPermalinks(
  config: Literal | undefined,
  source: string,
  collections: JekyllCollection[],
): Permalinks {
  const style = textOf(valueAt(config, 'permalink')) ?? 'date';
  const defaults = defaultsOf(config);
  return { of: addresses, key: JSON.stringify([style, defaults, collections]) };

  function addresses({ content, inner, frontMatter }: Page): string[] {
    const path = pathWithin(joinParts(content.folder, inner), source);
    const collection = collections.find(({ folder }) => isWithin(joinParts(source, path), folder));
    const type = /(?:^|\/)_posts\//.test(path) ? 'posts' : (collection?.label ?? 'pages');
    const pattern = frontMatter['permalink'] || defaultFor(defaults, path, type);
    const usual =
      type === 'posts'
        ? postAddress(path, pattern ?? collection?.permalink ?? style, frontMatter)
        : collection
          ? documentAddress(collection, pathWithin(joinParts(source, path), collection.folder), pattern, frontMatter)
          : pageAddress(path, pattern);
    const kept = (frontMatter['redirect_from'] ?? '').split('\n').filter((address) => address !== '');
    return [...new Set([...usual, ...kept].map(withoutEnding))];
  }
}

function defaultsOf(config: Literal | undefined): Defaults[] {
  return itemsOf(valueAt(config, 'defaults')).flatMap((item) => {
    const permalink = textOf(valueAt(item, 'values', 'permalink'));
    const path = (textOf(valueAt(item, 'scope', 'path')) ?? '').replace(/^\.?\/|\/$/g, '');
    return permalink === undefined ? [] : [{ path, type: textOf(valueAt(item, 'scope', 'type')), permalink }];
  });
}

/** Returns the default of the narrowest scope. */
function defaultFor(defaults: Defaults[], path: string, type: string): string | undefined {
  const fitting = defaults.filter(
    (one) => isWithin(path, one.path.replace(/\/?\*.*$/, '')) && (one.type === undefined || one.type === type),
  );
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]?.permalink;
}

function pageAddress(path: string, pattern: string | undefined): string[] {
  const name = baseName(path);
  const folder = folderOf(path);
  if (pattern !== undefined && !/^(?:pretty|none|date|ordinal)$/.test(pattern))
    return [fillPattern(pattern, { path: folder, basename: name, name, title: name, categories: '' })];
  return [/^(?:index|readme)$/i.test(name) ? folder : path];
}

function documentAddress(
  { label, permalink }: JekyllCollection,
  path: string,
  pattern: string | undefined,
  { slug, title }: Page['frontMatter'],
): string[] {
  const name = baseName(path);
  const values = {
    collection: label,
    path,
    name: slugified(name),
    title: slug ?? slugified(name),
    slug: slug ?? (title === undefined ? slugified(name) : slugified(title)),
    basename: name,
    categories: '',
  };
  const address = fillPattern(pattern ?? permalink ?? '/:collection/:path', values);
  return [
    address,
    ...(address.endsWith('/index') || address.endsWith('/index/') ? [address.replace(/\/index\/?$/, '')] : []),
  ];
}

const styles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title',
  pretty: '/:categories/:year/:month/:day/:title',
  ordinal: '/:categories/:year/:y_day/:title',
  none: '/:categories/:title',
};

function postAddress(path: string, pattern: string, frontMatter: Page['frontMatter']): string[] {
  const named = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/.exec(baseName(path));
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(frontMatter['date'] ?? '') ?? named ?? [];
  if (year === '') return [];
  const { slug, categories = '', category = '' } = frontMatter;
  const folders = path.replace(/(?:^|\/)_posts\/.*$/, '').split('/');
  const own = `${category}\n${categories}`.replace(/[[\]"',]/g, '\n').split(/\s+/);
  const values = {
    collection: 'posts',
    year,
    month: month.padStart(2, '0'),
    i_month: String(Number(month)),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
    short_year: year.slice(2),
    y_day: dayOfYear(year, month, day),
    title: slug ?? named?.[4] ?? '',
    slug: slug ?? slugified(named?.[4] ?? ''),
    categories: [...new Set([...folders, ...own])]
      .filter((name) => name !== '')
      .join('/')
      .toLowerCase(),
  };
  return [fillPattern(styles[pattern] ?? pattern, values)];
}

function dayOfYear(year: string, month: string, day: string): string {
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / 86_400_000;
  return String(days).padStart(3, '0');
}

/** Fills in the tokens of a pattern. An unknown token stays, so that no link matches the address by accident. */
function fillPattern(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (token: string, name: string) =>
    name === 'output_ext' ? '' : (values[name] ?? token),
  );
}

function slugified(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Removes extension and `index`. An address may end like a file and be a folder: `/cover.html/`. */
function withoutEnding(address: string): string {
  return asPrefix(address.replace(/\/$/, '').replace(/(?:^|\/)index\.html?$|\.html?$/, ''));
}

/** Returns the collections that are written as pages. Posts are always one of them. */
export function jekyllCollections(
  config: Literal | undefined,
  source: string,
): { written: JekyllCollection[]; kept: string[] } {
  const around = joinParts(source, textOf(valueAt(config, 'collections_dir')) ?? '');
  const all = entriesOf(valueAt(config, 'collections')).map(({ key, value }) => ({
    label: key,
    folder: joinParts(around, `_${key}`),
    permalink: textOf(valueAt(value, 'permalink')),
    written: key === 'posts' || isTrue(valueAt(value, 'output')),
  }));
  const posts = all.some(({ label }) => label === 'posts')
    ? []
    : [{ label: 'posts', folder: joinParts(around, '_posts'), permalink: undefined, written: true }];
  return {
    written: [...all, ...posts].flatMap(({ written, label, folder, permalink }) =>
      written ? [{ label, folder, permalink }] : [],
    ),
    kept: all.flatMap(({ written, folder }) => (written ? [] : [folder])),
  };
}

function isTrue(literal: Literal | undefined): boolean {
  return literal?.kind === 'scalar' && literal.value === true;
}
