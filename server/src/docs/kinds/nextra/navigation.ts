import { valueAt, entriesOf, textOf, type Literal, type LiteralEntry } from '../../literal/literal.ts';
import type { FindPage, NavigationItem, NavigationList, NavigationReference } from '../../navigation/navigation.ts';
import { quoted, quoteOf, sourceOf } from '../../navigation/entry-source.ts';
import { baseName, folderOf, isWithin, pathWithin, stemOf } from '../../text/paths.ts';
import type { NavigationFormat, NavigationSource, Site, SiteView } from '../../site/kind.ts';
import { addressesOf } from '../../site/routes.ts';
import { contentOf, joinParts } from '../../site/site.ts';
import { isApp } from '../next/app-routes.ts';

/** `_meta.*`: each key is the name of a page or folder beside the file, its value the title. */
export const nextraNavigation: NavigationFormat = {
  file: 'literal',
  references: 'id',
  read: ({ literal, text }, find) => ({ lists: [listOf(literal, { text, find, base: '' })], complete: false }),
  finder: async (view, site, source) => findByKey(view, site, source, await view.routesOf(site)),
  async names(_view, { source, to, like: { base = '' } }) {
    const folder = joinParts(source.folder, base);
    const own = folderOf(to) === folder ? stemOf(to) : baseName(folderOf(to));
    const locale = metaLocale(source.path);
    const key = locale !== undefined && own.endsWith(`.${locale}`) ? own.slice(0, -locale.length - 1) : own;
    return [base + writtenKey(key, source.path)];
  },
  write(file, like, { title, value }) {
    const quote = file.source.path.endsWith('.json') ? '"' : quoteOf(sourceOf(file, like));
    return `${value}: ${quoted(title, quote)}`;
  },
};

interface Reading {
  text: string;
  find: FindPage;
  /** The enclosing folders in the same file, each with a trailing slash. */
  base: string;
}

function listOf(literal: Literal, reading: Reading): NavigationList {
  const items = entriesOf(literal).map((entry) => toItem(entry, reading));
  return { style: 'literal', items, ofPages: items.some(({ reference }) => reference !== undefined) };
}

function toItem(entry: LiteralEntry, reading: Reading): NavigationItem {
  const { key, value, start, end } = entry;
  const inner = valueAt(value, 'items');
  const isMenu = textOf(valueAt(value, 'type')) === 'menu';
  return {
    span: { start, end },
    title: textOf(value) ?? textOf(valueAt(value, 'title')),
    reference: isMenu ? undefined : referenceOf(entry, reading),
    extra: [],
    lists: inner && !isMenu ? [listOf(inner, { ...reading, base: `${reading.base}${key}/` })] : [],
  };
}

/** A key that is no page has its own URL or is a separator. `*` sets defaults for all pages. */
function referenceOf(
  { key, value, start }: LiteralEntry,
  { text, find, base }: Reading,
): NavigationReference | undefined {
  const quotes = /["']/.test(text[start] ?? '') ? 1 : 0;
  if (key === '*' || text.slice(start + quotes, start + quotes + key.length) !== key) return undefined;
  if (valueAt(value, 'href') ?? valueAt(value, 'url')) return undefined;
  if (textOf(valueAt(value, 'type')) === 'separator' || value.kind === 'unknown') return undefined;
  const found = find(base + key);
  return found && { value: key, base, span: { start, end: start + key.length + 2 * quotes }, ...found };
}

/** Writes a key without quotes where JavaScript allows it. */
function writtenKey(key: string, path: string): string {
  if (path.endsWith('.json')) return JSON.stringify(key);
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key, "'");
}

function findByKey(
  view: SiteView,
  site: Site,
  source: NavigationSource,
  routes: ReadonlyMap<string, string>,
): FindPage {
  const content = contentOf(site, source.path);
  const locale = metaLocale(source.path);
  return (value) => {
    const place = value.replace(/^(.*\/)?(["'])(.*)\2$/, '$1$3');
    const inApp = content !== undefined && isApp(content.folder);
    const path = joinParts(source.folder, inApp ? place.replace(/(?:^|\/)index$/, '') : place);
    const file = inApp ? `${path}/page.mdx` : `${path}${locale ? `.${locale}` : ''}.mdx`;
    const addresses = addressesOf(site, file, {});
    const page = addresses.map((address) => routes.get(address)).find((one) => one !== undefined);
    if (page !== undefined && (/(?:^|\/)index$/.test(place) || !isOfFolder(view, page, path)))
      return { path: page, sure: true };
    const exists = page !== undefined || isElsewhere(view, site, path, addresses);
    return { path: undefined, sure: !exists };
  };
}

/** Whether the entry is for a folder with other pages. Then it stays when this page is removed. */
function isOfFolder({ index }: SiteView, page: string, path: string): boolean {
  if (!isWithin(page, path)) return false;
  return index.files.some((file) => file !== page && isWithin(file, path) && /\.(?:mdx?|[jt]sx?)$/.test(file));
}

/** Whether a key exists as a folder, as a page in code, or as a generated page. */
function isElsewhere({ index }: SiteView, site: Site, path: string, addresses: string[]): boolean {
  if (
    index.isFolder(path) ||
    site.contents.some(({ folder }) => index.isFolder(joinParts(folder, placeIn(site, path))))
  )
    return true;
  return addresses.some(
    (address) =>
      [...site.otherPages.keys()].some((other) => isWithin(other, address)) ||
      site.generated.some((prefix) => isWithin(address, prefix) || isWithin(prefix, address)),
  );
}

function placeIn(site: Site, path: string): string {
  const content = contentOf(site, path);
  return content ? pathWithin(path, content.folder) : path;
}

/** `_meta.zh-CN.json` → `zh-CN` */
function metaLocale(path: string): string | undefined {
  const name = /^_meta\.([\w-]+)\.\w+$/.exec(baseName(path))?.[1];
  return name === 'global' ? undefined : name;
}
