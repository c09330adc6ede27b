import { slug as slugOf } from 'github-slugger';
import type { RoughFacts } from '../candidates.ts';
import { mapBounded } from '../map-bounded.ts';
import { isMarkdown, isWithin, joinPath, pathWithin } from '../paths.ts';
import type { Routes } from '../links/resolution.ts';
import { asPrefix, contentOf, type Site, type SiteContext } from './site.ts';

/** The addresses of all pages of a site whose front matter decides them; looks into every page, roughly. */
export async function readRoutes({ tree, index, facts }: SiteContext, site: Site): Promise<Routes> {
  const routes: Routes = new Map();
  const pages = index.files.filter(
    (path) => isMarkdown(path) && site.contents.some(({ folder }) => isWithin(path, folder)),
  );
  const known = await mapBounded(pages, 64, (path) => facts.rough(tree, path));
  const others: [string, string][] = [];
  for (const [position, path] of pages.entries()) {
    const rough = known[position];
    const [usual, ...more] = routesOf(site, path, rough?.kind === 'known' ? rough.value.frontMatter : {});
    if (usual !== undefined && !routes.has(usual)) routes.set(usual, path);
    others.push(...more.map((route): [string, string] => [route, path]));
  }
  for (const [route, path] of others) if (!routes.has(route)) routes.set(route, path);
  return routes;
}

/** Every address that a page answers to; the usual one first. */
export function routesOf(site: Site, path: string, frontMatter: RoughFacts['frontMatter']): string[] {
  const content = contentOf(site, path);
  if (!content || content.kind === 'blog') return [];
  const inner = pathWithin(path, content.folder).replace(/\.\w+$/, '');
  const own =
    site.kind === 'docusaurus' && content.kind === 'docs'
      ? docusaurusRoute(inner, frontMatter)
      : plainRoute(site, inner, frontMatter);
  return content.routes.map((route) => asPrefix(`${route}/${own}`));
}

function plainRoute(site: Site, inner: string, { slug }: RoughFacts['frontMatter']): string {
  if (slug !== undefined && slug !== '') return slug;
  const route = inner.replace(/(?:^|\/)index$/, '');
  return site.kind === 'starlight'
    ? route
        .split('/')
        .map((segment) => slugOf(segment))
        .join('/')
    : route;
}

function docusaurusRoute(inner: string, { slug, id }: RoughFacts['frontMatter']): string {
  const segments = inner.split('/').map(withoutNumberPrefix);
  const name = segments.pop() ?? '';
  const folder = segments.join('/');
  if (slug?.startsWith('/')) return slug;
  if (slug) return joinPath(folder, slug) ?? slug;
  const isIndex = /^(?:index|readme)$/i.test(name) || name.toLowerCase() === segments.at(-1)?.toLowerCase();
  return isIndex && id === undefined ? folder : `${folder}/${id ?? name}`;
}

/** `01-intro` → `intro`, as Docusaurus does; dates and version numbers stay. */
export function withoutNumberPrefix(name: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.]|$)|^\d+[-_.]\d+/.test(name)) return name;
  return /^\d+\s*[-_.]+\s*([^-_.\s].*)$/.exec(name)?.[1] ?? name;
}
