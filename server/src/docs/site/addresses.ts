import { at, textOf } from '../literal/literal.ts';
import { mapBounded } from '../map-bounded.ts';
import { pathWithin } from '../paths.ts';
import type { RoughFacts } from '../candidates.ts';
import { routesOf } from './routes.ts';
import { asPrefix, contentOf, readConfig, type Site, type SiteContext } from './site.ts';

/** Where readers find a page, as far as its files tell. */
export interface PageAddress {
  path: string;
  /** The prefix of the site that its configuration names; '' where it names none. */
  base: string;
  /** Addresses below the base, the usual one first; '' is the page at the top. Decoded from nothing, as paths are. */
  addresses: string[];
}

/** The addresses of the given pages. An address that several claim is the first one's whose usual one it is. */
export async function readAddresses(
  context: SiteContext,
  siteOfPage: (path: string) => Site,
  pages: string[],
): Promise<PageAddress[]> {
  const bases = new Map<Site, Promise<string>>();
  const baseOf = (site: Site) => {
    const base = bases.get(site) ?? publishedAt(context, site);
    bases.set(site, base);
    return base;
  };
  const found = await mapBounded(pages, 64, async (path) => {
    const site = siteOfPage(path);
    const base = await baseOf(site);
    const rough = await context.facts.rough(context.tree, path);
    const addresses = addressesOf(site, path, rough.kind === 'known' ? rough.value.frontMatter : {});
    return { path, base, addresses: [...new Set(addresses)] };
  });
  return withoutOthers(found);
}

/** Each address stays with one page: the first whose usual one it is, or else the first that answers to it. */
function withoutOthers(pages: PageAddress[]): PageAddress[] {
  const owners = new Map<string, string>();
  const claim = (base: string, addresses: string[], path: string) => {
    for (const address of addresses) if (!owners.has(base + address)) owners.set(base + address, path);
  };
  for (const { path, base, addresses } of pages) claim(base, addresses.slice(0, 1), path);
  for (const { path, base, addresses } of pages) claim(base, addresses.slice(1), path);
  return pages.map(({ path, base, addresses }) => ({
    path,
    base,
    addresses: addresses.filter((address) => owners.get(base + address) === path),
  }));
}

function addressesOf(site: Site, path: string, frontMatter: RoughFacts['frontMatter']): string[] {
  const content = contentOf(site, path);
  if (content?.kind === 'blog') {
    const inner = pathWithin(path, content.folder).replace(/\.\w+$/, '');
    return content.routes.map((route) => asPrefix(`${route}/${blogAddress(inner, frontMatter.slug)}`));
  }
  // Jekyll's and Hugo's ways to say where a page is (jekyllrb.com/docs/permalinks, gohugo.io/content-management/urls).
  const fixed = site.kind === 'plain' ? (frontMatter.permalink ?? frontMatter.url) : undefined;
  if (fixed?.startsWith('/') === true) return [asPrefix(fixed)];
  const routes = routesOf(site, path, frontMatter).map((route) => withoutIndex(site, route));
  return site.kind === 'vitepress' ? routes.map((route) => rewritten(site, route)) : routes;
}

/** `2024-01-31-news` → `2024/01/31/news`, as docusaurus.io/docs/blog says; a slug stands for all of it. */
function blogAddress(inner: string, slug: string | undefined): string {
  if (slug !== undefined && slug !== '') return slug;
  const dated = /^(.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.+)$/.exec(inner.replace(/\/index$/, ''));
  if (dated === null) return inner.replace(/\/index$/, '');
  const [, folder = '', year = '', month = '', day = '', name = ''] = dated;
  return `${folder}${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}/${name}`;
}

/** Where a README or `_index` is the page of its folder. */
function withoutIndex({ kind }: Site, route: string): string {
  if (kind === 'mkdocs' || kind === 'mdbook' || kind === 'gitbook') return route.replace(/\/readme$/i, '');
  return kind === 'plain' ? route.replace(/\/(?:readme|_index)$/i, '') : route;
}

/** VitePress serves a page that is rewritten at its new address alone. */
function rewritten({ redirects }: Site, route: string): string {
  for (const [address, page] of redirects) if (page === route) return address;
  return route;
}

/** The path of the address that a site says it is published at. */
async function publishedAt(context: SiteContext, site: Site): Promise<string> {
  if (site.config === undefined) return site.base;
  if (site.kind === 'mkdocs') return pathOf(textOf(at(await readConfig(context, site.config), 'site_url')));
  if (site.kind !== 'mdbook') return site.base;
  const toml = await context.facts.text(context.tree, site.config);
  const named = toml.kind === 'known' ? /^[ \t]*site-url[ \t]*=[ \t]*["']([^"'\n]*)["']/m.exec(toml.value) : null;
  return pathOf(named?.[1]);
}

/** MkDocs names a whole URL, mdBook a path. */
function pathOf(address: string | undefined): string {
  const url = URL.parse(address ?? '', 'https://host.invalid');
  return url === null ? '' : asPrefix(url.pathname);
}
