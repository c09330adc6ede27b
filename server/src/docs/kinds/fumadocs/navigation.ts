import { resolveTarget } from '../../links/resolve.ts';
import { valueAt, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { itemOf } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem } from '../../navigation/navigation.ts';
import { baseName, extensionOf, isWithin, joinPath, pathWithin } from '../../text/paths.ts';
import type { NavigationFormat, NavigationSource, Site, SiteView } from '../../site/kind.ts';

/** `pages` in the `meta.json` of a folder: names of files and folders in it. fumadocs.dev/docs/page-conventions */
export const fumadocsNavigation: NavigationFormat = {
  file: 'literal',
  references: 'id',
  read({ literal }, find) {
    const items = itemsOf(valueAt(literal, 'pages')).map((item) => toItem(item, find));
    return { lists: [{ style: 'literal', items, ofPages: items.some(({ reference }) => reference) }], complete: false };
  },
  finder: async (view, site, source) => findByName(view, site, source, await view.routesOf(site)),
  async names(_view, { site, source, to, like }) {
    if (like.value.startsWith('/') || !isWithin(to, source.folder)) return [];
    const inner = pathWithin(to, source.folder);
    const name = inner.slice(0, inner.length - extensionOf(inner).length);
    const locale = site.locales?.names.find((one) => name.endsWith(`.${one}`));
    const bare = locale === undefined ? name : name.slice(0, -locale.length - 1);
    return [like.value.startsWith('./') ? `./${bare}` : bare];
  },
  write: (_file, _like, { value }) => JSON.stringify(value),
};

/** A name with an optional prefix: `!name` excludes it, `...name` inserts the content of a folder. */
const namePattern = /^(!|\.\.\.)?((?:\.\/)?[^.[\]].*|\.[^.].*)$/;
/** `[Text](/docs/setup)`, optionally after an icon. */
const linkPattern = /^(?:external:)?(?:\[[^[\]]*\])+\(([^()\s]+)\)$/;

function toItem(literal: Literal, find: FindPage): NavigationItem {
  const text = textOf(literal);
  if (text === undefined || /^---|^z\.\.\.a$/.test(text)) return itemOf(literal);
  const link = linkPattern.exec(text)?.[1];
  if (link !== undefined)
    return link.startsWith('/')
      ? itemOf(literal, { reference: mention(literal, text.length - link.length - 1, link, find) })
      : itemOf(literal);
  const [, mark = '', name] = namePattern.exec(text) ?? [];
  return name === undefined
    ? itemOf(literal)
    : itemOf(literal, { reference: mention(literal, mark.length, name, find) });
}

/** Returns the reference in a part of a string, or undefined when escapes make its position unknown. */
function mention(literal: Literal, offset: number, value: string, find: FindPage) {
  const found = find(value);
  const start = literal.start + 1 + offset;
  const isPlain = textOf(literal)?.length === literal.end - literal.start - 2;
  return found && isPlain ? { value, span: { start, end: start + value.length }, ...found } : undefined;
}

function findByName(view: SiteView, site: Site, source: NavigationSource, routes: Map<string, string>): FindPage {
  const { index } = view;
  const locale = /^meta\.([\w-]+)\.json$/.exec(baseName(source.path))?.[1] ?? site.locales?.original;
  return (value) => {
    if (value.startsWith('/')) {
      const found = resolveTarget({ site, index, routes }, source.path, value, 'link');
      return {
        path: found.kind === 'found' ? found.path : undefined,
        sure: found.kind === 'missing' && isCertain(site),
      };
    }
    const path = joinPath(source.folder, value);
    if (path === undefined) return undefined;
    const endings = [...(locale === undefined ? [] : [`.${locale}.mdx`, `.${locale}.md`]), '.mdx', '.md'];
    const page = ['', ...endings].map((ending) => path + ending).find((file) => index.isFile(file));
    return { path: page, sure: page === undefined && !index.isFolder(path) && isCertain(site) };
  };
}

/** Whether an unknown name is certainly missing. While the site has doubts, a source may add a page of that name. */
function isCertain({ doubts }: Site): boolean {
  return doubts.length === 0;
}
