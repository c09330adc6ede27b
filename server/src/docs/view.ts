import type { Known } from './facts.ts';
import { anchorsOf } from './links/anchors/anchors.ts';
import type { Resolution, ResolveInput } from './links/resolution.ts';
import { resolveTarget } from './links/resolve.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import type { Names, Routes, Site, SiteContext, SiteKind, SiteView, Inclusions, TargetUse } from './site/kind.ts';
import { extensionOf, isMarkdown, isWithin, pathWithin } from './text/paths.ts';
import type { Sites } from './site/detect.ts';
import { readRoutes } from './site/routes.ts';
import { linksIn, type UsedLink } from './links/uses.ts';

/** The docs in one state of a tree: its sites, and where their links lead. */
export interface DocsView extends SiteView {
  folder: string;
  sites: Sites;
  /** The pages that a complete check reads, sorted. */
  pages: string[];
  /** Returns whether a file is a page of its own, not a part of other pages. */
  isPage(path: string): boolean;
  dialectOf(path: string): Dialect;
  /** Resolves quickly, without addresses in front matter unless they are loaded: may return `missing` wrongly. */
  resolveQuickly(from: string, raw: string, use: TargetUse): Resolution;
  /** Resolves a target. It reads the addresses in front matter if only they can answer. */
  resolve(from: string, raw: string, use: TargetUse): Promise<Resolution>;
  /** Reads the addresses and names of all sites whose pages decide them, so that quick results are correct. */
  loadRoutes(): Promise<void>;
  /** Returns the names that a file gives to places in it, for kinds whose links may use them. */
  namesIn(path: string): Promise<string[]>;
  /** Returns the links of a page that readers can follow, and how each is used. */
  linksOf(path: string, page: PageFacts): UsedLink[];
  text(path: string): Promise<Known<string>>;
  page(path: string): Promise<Known<PageFacts>>;
  /** Returns what a page includes by notations of its kind; undefined if the kind has none of its own. */
  inclusionsOf(path: string, text: string): Inclusions | undefined;
  /** Returns the anchors of a page; undefined if it cannot be parsed. */
  anchors(path: string): Promise<Set<string> | undefined>;
}

export function openView(context: SiteContext, folder: string, sites: Sites): DocsView {
  const { tree, index, facts } = context;
  const routes = new Map<Site, Routes>();
  const names = new Map<Site, Names>();
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
      const site = sites.of(from);
      const { links } = site.kind;
      if ((links.fromAddress === true || links.labels) && !routes.has(site)) await view.routesOf(site);
      const quick = view.resolveQuickly(from, raw, use);
      if (quick.kind !== 'missing' || !site.kind.addresses.fromFrontMatter || routes.has(site)) return quick;
      await view.routesOf(site);
      return view.resolveQuickly(from, raw, use);
    },
    async loadRoutes() {
      const sought = sites.all.filter(({ kind }) => looksIntoPages(kind));
      await Promise.all(sought.map((site) => view.routesOf(site)));
    },
    async namesIn(path) {
      const site = sites.of(path);
      if (!site.kind.links.labels) return [];
      await view.routesOf(site);
      return [...(names.get(site) ?? [])].flatMap(([name, file]) => (file === path ? [name] : []));
    },
    linksOf: (path, page) => linksIn(sites.of(path).kind, page),
    routesOf(site) {
      const known = reading.get(site);
      if (known) return known;
      const read = readAll(site);
      reading.set(site, read);
      return read;
    },
    text: (path) => facts.text(tree, path),
    page: (path) => facts.page(tree, path, view.dialectOf(path)),
    anchors(path) {
      const known = anchors.get(path);
      if (known) return known;
      const found = anchorsFrom(view, path, new Set([path]));
      anchors.set(path, found);
      return found;
    },
    inclusionsOf(path, text) {
      const site = sites.of(path);
      return site.kind.anchors.inclusionsOf?.({ site, index, from: path, text });
    },
  };
  return view;

  async function readAll(site: Site): Promise<Routes> {
    const [found, named] = await Promise.all([readRoutes(context, site), site.kind.links.labels?.(context, site)]);
    routes.set(site, found);
    if (named) names.set(site, named);
    return found;
  }

  function inputFor(path: string): ResolveInput {
    const site = sites.of(path);
    return { site, index, routes: routes.get(site), names: names.get(site) };
  }
}

/** Returns the anchors of a page and of the files that it includes, each of which is read once. */
async function anchorsFrom(view: DocsView, path: string, seen: Set<string>): Promise<Set<string> | undefined> {
  const page = await view.page(path);
  if (page.kind === 'refused') return undefined;
  const { anchors: rules } = view.sites.of(path).kind;
  const found = anchorsOf(rules, page.value, view.sites.of(path).linkedHeadings);
  const text = rules.inclusionsOf ? await view.text(path) : undefined;
  const included = text?.kind === 'known' ? view.inclusionsOf(path, text.value) : undefined;
  for (const anchor of included?.anchors ?? []) found.add(anchor);
  for (const file of included?.files ?? []) {
    if (seen.has(file) || seen.size >= maximumIncluded) continue;
    seen.add(file);
    for (const anchor of (await anchorsFrom(view, file, seen)) ?? []) found.add(anchor);
  }
  return found;
}

/** How many files at most are read for the anchors of one page. */
const maximumIncluded = 50;

function looksIntoPages({ addresses, links }: SiteKind): boolean {
  return addresses.fromFrontMatter || links.labels !== undefined;
}

/** Returns whether a path is in a hidden folder such as `.github`, whose files are meant for programs. */
function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]+\//.test(path);
}

/**
 * Returns whether a file may be a page. If there is a real site, stray Markdown (READMEs, changelogs, fixtures) belongs
 * to nobody.
 */
function isClaimed(sites: Sites, path: string): boolean {
  return sites.main === sites.rest || sites.of(path) !== sites.rest;
}

function dialectOf({ kind }: Site, path: string): Dialect {
  return extensionOf(path) === '.mdx' ? 'mdx' : kind.dialect;
}
