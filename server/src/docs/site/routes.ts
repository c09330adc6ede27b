import type { RoughFacts } from '../compare/candidates.ts';
import { mapBounded } from '../map-bounded.ts';
import { isMarkdown, isWithin, pathWithin } from '../text/paths.ts';
import type { Routes, Site, SiteContext } from './kind.ts';
import { contentOf } from './site.ts';

/** Returns the addresses of all pages of a site whose front matter decides them. It scans every page roughly. */
export async function readRoutes({ tree, index, facts }: SiteContext, site: Site): Promise<Routes> {
  const routes: Routes = new Map();
  const pages = index.files.filter(
    (path) =>
      (isMarkdown(path) || (site.kind.addresses.ofHtml === true && path.endsWith('.html'))) &&
      site.contents.some(({ folder }) => isWithin(path, folder)) &&
      !site.excludes(path),
  );
  const known = await mapBounded(pages, 64, (path) => facts.rough(tree, path));
  const others: [string, string][] = [];
  for (const [position, path] of pages.entries()) {
    const rough = known[position];
    const [usual, ...more] = addressesOf(site, path, rough?.kind === 'known' ? rough.value.frontMatter : {});
    if (usual !== undefined && !routes.has(usual)) routes.set(usual, path);
    others.push(...more.map((route): [string, string] => [route, path]));
  }
  for (const [route, path] of others) if (!routes.has(route)) routes.set(route, path);
  return routes;
}

/** Returns every address of a page below the site's base, the usual one first. */
export function addressesOf(site: Site, path: string, frontMatter: RoughFacts['frontMatter']): string[] {
  const content = contentOf(site, path);
  if (!content) return [];
  const inner = pathWithin(path, content.folder).replace(/\.\w+$/, '');
  return site.kind.addresses.of({ site, content, inner, frontMatter });
}
