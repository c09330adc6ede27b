import { valueAt, entriesOf, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { itemOf, referenceAt } from '../../navigation/literals.ts';
import type { FindPage, NavigationItem, NavigationList, NavigationReference } from '../../navigation/navigation.ts';
import { sourceOf, yamlScalar } from '../../navigation/entry-source.ts';
import { isMarkdown, isWithin, joinPath, pathWithin, relativePath } from '../../text/paths.ts';
import type { NavigationFormat, Site, SiteView } from '../../site/kind.ts';

/** A `toc.yml`: dotnet.github.io/docfx/docs/table-of-contents.html */
export const tocFormat: NavigationFormat = {
  file: 'literal',
  references: 'path',
  read: ({ literal }, find) => ({ lists: readToc(literal, find), complete: false }),
  finder: async (view, site, source) => findFile(view, site, source.folder),
  async names(_view, { site, source, to, like }) {
    if (/^~[\\/]/.test(like.value) && isWithin(to, site.root)) return [`~/${pathWithin(to, site.root)}`];
    const path = relativePath(source.folder, to);
    return [like.value.startsWith('./') && !path.startsWith('.') ? `./${path}` : path];
  },
  write(file, like, { title, value }) {
    if (!/\bname[ \t]*:/.test(sourceOf(file, like))) return `href: ${yamlScalar(value)}`;
    const line = file.text.lastIndexOf('\n', like.span.start - 1) + 1;
    const lineEnding = file.text.includes('\r\n') ? '\r\n' : '\n';
    return `name: ${yamlScalar(title)}${lineEnding}${' '.repeat(like.span.start - line)}href: ${yamlScalar(value)}`;
  },
};

function readToc(toc: Literal, find: FindPage): NavigationList[] {
  const list = toc.kind === 'list' ? toc : valueAt(toc, 'items');
  if (list?.kind !== 'list') return [];
  const items = itemsOf(list).map((entry): NavigationItem => {
    const [reference, ...extra] = entriesOf(entry)
      .filter(({ key }) => pageKeys.has(key))
      .flatMap(({ key }): NavigationReference[] => {
        const found = referenceAt(entry, key, find);
        return found?.path === undefined && found?.sure !== true ? [] : [found];
      });
    return itemOf(entry, {
      title: textOf(valueAt(entry, 'name')),
      reference: reference && { ...reference, property: undefined },
      extra,
      lists: readToc(valueAt(entry, 'items') ?? entry, find),
    });
  });
  return [{ style: 'yaml', items, ofPages: items.some(({ reference }) => reference !== undefined) }];
}

const pageKeys = new Set(['href', 'topicHref', 'homepage', 'tocHref']);

/** Finds files relative to the folder of the table of contents, or relative to that of docfx.json after `~/`. */
function findFile({ index }: SiteView, site: Site, folder: string): FindPage {
  return (value) => {
    const written = value.replaceAll('\\', '/').replace(/[?#].*$/, '');
    if (/^[a-z][\w+.-]*:|^\//i.test(written) || written === '') return undefined;
    const path = written.startsWith('~/') ? joinPath(site.root, written.slice(2)) : joinPath(folder, written);
    if (path === undefined) return undefined;
    if (index.isFile(path)) return { path, sure: true };
    const isMade = site.generated.some((prefix) => isWithin(`/${pathWithin(path, site.root)}`, prefix));
    return { path: undefined, sure: isMarkdown(path) && !isMade && !index.isLeftAlone(path) };
  };
}
