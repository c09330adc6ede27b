import { decoded } from '../text/decoded.ts';
import { resolveTarget } from '../links/resolve.ts';
import { isMarkdown, isWithin, joinPath, pathWithin } from '../text/paths.ts';
import type { NavigationSource, Site, SiteView } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';
import type { FindPage } from './navigation.ts';

/** Finds pages by file path, relative to the folder of the source. */
export function findByPath({ index }: SiteView, site: Site, source: NavigationSource): FindPage {
  return (value) => {
    const written = decoded(value.replace(/[?#].*$/, ''));
    const path = joinPath(source.folder, written) ?? '';
    const target = isWithin(path, source.folder) ? `/${pathWithin(path, source.folder)}` : written;
    const found = resolveTarget({ site, index, routes: undefined }, source.path, target, 'link');
    const page = index.isFile(path) ? path : found.kind === 'found' && !isMarkdown(path) ? found.path : undefined;
    return { path: page, sure: isMarkdown(path) && !index.isLeftAlone(path) };
  };
}

/** Finds pages by address, with or without a leading slash. */
export async function findByAddress(view: SiteView, site: Site, source: NavigationSource): Promise<FindPage> {
  const { index } = view;
  const routes = site.kind.addresses.fromFrontMatter ? await view.routesOf(site) : undefined;
  const from = joinParts(source.folder, 'index.md');
  return (value) => {
    const found = resolveTarget({ site, index, routes }, from, `/${value.replace(/^\//, '')}`, 'link');
    if (found.kind === 'found') return { path: found.path, sure: false };
    return { path: undefined, sure: found.kind === 'missing' };
  };
}
