import type { Known } from './facts.ts';
import { anchorsOf } from './links/anchors.ts';
import type { Resolution, ResolveInput, Routes, TargetUse } from './links/resolution.ts';
import { resolveTarget } from './links/resolve.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import { extensionOf, isMarkdown, isWithin, pathWithin } from './paths.ts';
import type { Sites } from './site/detect.ts';
import { readRoutes } from './site/routes.ts';
import { hasRoutes, type Site, type SiteContext } from './site/site.ts';

/** A tree at one moment, seen as docs: its sites, and where links lead in it. */
export interface DocsView extends SiteContext {
  folder: string;
  sites: Sites;
  /** The pages that a check of everything looks at, sorted. */
  pages: string[];
  /** Whether a file is a page of its own, not a part of others. */
  isPage(path: string): boolean;
  dialectOf(path: string): Dialect;
  /** Quick, and without front matter's addresses unless they are read already: may say `missing` too often. */
  resolveQuickly(from: string, raw: string, use: TargetUse): Resolution;
  /** Where a target leads; reads the addresses in front matter where only they can tell. */
  resolve(from: string, raw: string, use: TargetUse): Promise<Resolution>;
  routesOf(site: Site): Promise<Routes>;
  text(path: string): Promise<Known<string>>;
  page(path: string): Promise<Known<PageFacts>>;
  /** The anchors of a page; undefined when it cannot be parsed. */
  anchors(path: string): Promise<Set<string> | undefined>;
}

export function openView(context: SiteContext, folder: string, sites: Sites): DocsView {
  const { tree, index, facts } = context;
  const routes = new Map<Site, Routes>();
  const reading = new Map<Site, Promise<Routes>>();
  const anchors = new Map<string, Promise<Set<string> | undefined>>();
  const isPage = (path: string) => {
    if (!isMarkdown(path) || !index.isFile(path)) return false;
    const site = sites.of(path);
    return !site.excludes(path) && !isHidden(pathWithin(path, site.root));
  };
  let pages: string[] | undefined;

  const view: DocsView = {
    ...context,
    folder,
    sites,
    get pages() {
      return (pages ??= index.files.filter(
        (path) => isMarkdown(path) && isWithin(path, folder) && isClaimed(sites, path) && isPage(path),
      ));
    },
    isPage,
    dialectOf: (path) => dialectOf(sites.of(path), path),
    resolveQuickly: (from, raw, use) => resolveTarget(inputFor(from), from, raw, use),
    async resolve(from, raw, use) {
      const quick = view.resolveQuickly(from, raw, use);
      const site = sites.of(from);
      if (quick.kind !== 'missing' || !hasRoutes(site) || routes.has(site)) return quick;
      await view.routesOf(site);
      return view.resolveQuickly(from, raw, use);
    },
    routesOf(site) {
      const known = reading.get(site);
      if (known) return known;
      const read = readRoutes(context, site).then((found) => {
        routes.set(site, found);
        return found;
      });
      reading.set(site, read);
      return read;
    },
    text: (path) => facts.text(tree, path),
    page: (path) => facts.page(tree, path, view.dialectOf(path)),
    anchors(path) {
      const known = anchors.get(path);
      if (known) return known;
      const found = view
        .page(path)
        .then((page) => (page.kind === 'known' ? anchorsOf(sites.of(path).kind, page.value) : undefined));
      anchors.set(path, found);
      return found;
    },
  };
  return view;

  function inputFor(path: string): ResolveInput {
    const site = sites.of(path);
    return { site, index, routes: routes.get(site) };
  }
}

/** What lies in `.github` and the like is for programs. */
function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]+\//.test(path);
}

/** Beside a real site, stray Markdown (READMEs, changelogs, fixtures) is nobody's page. */
function isClaimed(sites: Sites, path: string): boolean {
  return sites.main.kind === 'plain' || sites.of(path).kind !== 'plain';
}

function dialectOf(site: Site, path: string): Dialect {
  if (extensionOf(path) === '.mdx') return 'mdx';
  if (site.kind === 'docusaurus' || site.kind === 'mintlify') return 'mdx-tolerant';
  return site.kind === 'mkdocs' ? 'pymdown' : 'markdown';
}
