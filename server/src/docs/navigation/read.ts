import { resolveTarget } from '../links/resolve.ts';
import { decoded } from '../links/target.ts';
import { mapBounded } from '../map-bounded.ts';
import type { Literal } from '../literal/literal.ts';
import { extensionOf, isMarkdown, isWithin, joinPath, pathWithin } from '../paths.ts';
import { withoutNumberPrefix } from '../site/routes.ts';
import { asPrefix, languageOf, unwrapped, within, type NavigationSource, type Site } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { readSidebars } from './docusaurus.ts';
import { readMintlifyNavigation } from './mintlify.ts';
import { readMkDocsNavigation } from './mkdocs.ts';
import type { FindPage, NavigationFile } from './navigation.ts';
import { readStarlightNavigation } from './starlight.ts';
import { readSummary } from './summary.ts';
import { readVitePressNavigation } from './vitepress.ts';

/** A file of navigation, or why it cannot be read. `broken` is when that is surely a fault of the file. */
export type ReadNavigation =
  | { kind: 'read'; file: NavigationFile }
  | { kind: 'refused'; message: string; broken: boolean };

export async function readNavigation(view: DocsView, site: Site, source: NavigationSource): Promise<ReadNavigation> {
  const text = await view.text(source.path);
  if (text.kind === 'refused') return { kind: 'refused', message: text.message, broken: false };
  const find = await finderOf(view, site, source);
  const everywhere = { source, text: text.value, covers: () => true };
  if (source.kind === 'summary') return { kind: 'read', file: { ...everywhere, ...readSummary(text.value, find) } };
  const language = languageOf(source.path);
  if (language === undefined) return { kind: 'refused', message: 'its language is not known', broken: false };
  const literal = await view.facts.literal(view.tree, source.path, language);
  if (literal.kind === 'refused') {
    return { kind: 'refused', message: literal.message, broken: literal.broken ?? false };
  }
  const config = unwrapped(literal.value);
  if (source.kind !== 'vitepress')
    return { kind: 'read', file: { ...everywhere, ...readLiteral(source.kind, config, find) } };
  const { lists, complete, prefixes } = readVitePressNavigation(config, find);
  const covers = (page: string) =>
    prefixes?.some((prefix) => prefix !== '/' && isWithin(`/${pathWithin(page, source.folder)}`, asPrefix(prefix))) ??
    true;
  return { kind: 'read', file: { source, text: text.value, lists, complete, covers } };
}

function readLiteral(
  kind: Exclude<NavigationSource['kind'], 'summary' | 'vitepress'>,
  config: Literal,
  find: FindPage,
) {
  switch (kind) {
    case 'mintlify':
      return readMintlifyNavigation(config, find);
    case 'docusaurus':
      return readSidebars(config, find);
    case 'mkdocs':
      return readMkDocsNavigation(config, find);
    case 'starlight':
      return readStarlightNavigation(config, find);
  }
}

/** How the references of a file find their pages. */
export async function finderOf(view: DocsView, site: Site, source: NavigationSource): Promise<FindPage> {
  const { index } = view;
  switch (source.kind) {
    case 'docusaurus':
      return findById(view, site, source);
    case 'mkdocs':
    case 'summary':
      return (value) => {
        const written = decoded(value.replace(/[?#].*$/, ''));
        const path = joinPath(source.folder, written) ?? '';
        const target = isWithin(path, source.folder) ? `/${pathWithin(path, source.folder)}` : written;
        const found = resolveTarget({ site, index, routes: undefined }, source.path, target, 'link');
        const page = index.isFile(path) ? path : found.kind === 'found' && !isMarkdown(path) ? found.path : undefined;
        return {
          path: page,
          sure: isMarkdown(path) && (source.kind === 'summary' || site.certain) && !index.isLeftAlone(path),
        };
      };
    case 'mintlify':
    case 'vitepress':
    case 'starlight': {
      const routes = site.kind === 'starlight' ? await view.routesOf(site) : undefined;
      return (value) => {
        const from = within(source.folder, 'index.md');
        const found = resolveTarget({ site, index, routes }, from, `/${value.replace(/^\//, '')}`, 'link');
        if (found.kind === 'found') return { path: found.path, sure: false };
        return { path: undefined, sure: found.kind === 'missing' };
      };
    }
  }
}

/** Docusaurus names pages by ids: their folder and their `id` or file name, without number prefixes. */
async function findById(view: DocsView, site: Site, { folder }: NavigationSource): Promise<FindPage> {
  const { index, facts, tree } = view;
  const pages = index.files.filter((path) => isMarkdown(path) && isWithin(path, folder));
  const ids = new Map<string, string>();
  const rough = await mapBounded(pages, 64, (path) => facts.rough(tree, path));
  for (const [position, path] of pages.entries()) {
    const inner = pathWithin(path, folder).slice(0, -extensionOf(path).length);
    const segments = inner.split('/').map(withoutNumberPrefix);
    const known = rough[position];
    const id = known?.kind === 'known' ? known.value.frontMatter['id'] : undefined;
    ids.set(inner, path);
    ids.set([...segments.slice(0, -1), id ?? segments.at(-1)].join('/'), path);
  }
  const version = /\/versioned_docs\/(version-[^/]+)$/.exec(`/${folder}`)?.[1];
  return (value) => {
    const path = ids.get(value) ?? (version === undefined ? undefined : ids.get(value.replace(`${version}/`, '')));
    return { path, sure: site.certain };
  };
}
