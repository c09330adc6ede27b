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
  /** Returns whether `pages` contains a path, without listing them. */
  isChecked(path: string): boolean;
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

/** Opens the docs in one state of a tree. */
export function openView(context: SiteContext, folder: string, sites: Sites): DocsView {
  return new OpenView(context, folder, sites);
}

class OpenView implements DocsView {
  readonly tree: DocsView['tree'];
  readonly index: DocsView['index'];
  readonly facts: DocsView['facts'];
  readonly folder: string;
  readonly sites: Sites;
  readonly #routes = new Map<Site, Routes>();
  readonly #names = new Map<Site, Names>();
  readonly #reading = new Map<Site, Promise<Routes>>();
  readonly #anchors = new Map<string, Promise<Set<string> | undefined>>();
  #pages: string[] | undefined;

  constructor({ tree, index, facts }: SiteContext, folder: string, sites: Sites) {
    this.tree = tree;
    this.index = index;
    this.facts = facts;
    this.folder = folder;
    this.sites = sites;
  }

  get pages(): string[] {
    return (this.#pages ??= this.index.files.filter((path) => this.isChecked(path)));
  }

  isChecked(path: string): boolean {
    return isMarkdown(path) && isWithin(path, this.folder) && isClaimed(this.sites, path) && this.isPage(path);
  }

  isPage(path: string): boolean {
    if (!isMarkdown(path) || !this.index.isFile(path)) return false;
    const site = this.sites.of(path);
    return !site.excludes(path) && !isHidden(pathWithin(path, site.root));
  }

  dialectOf(path: string): Dialect {
    return dialectOf(this.sites.of(path), path);
  }

  resolveQuickly(from: string, raw: string, use: TargetUse): Resolution {
    return resolveTarget(this.#inputFor(from), from, raw, use);
  }

  async resolve(from: string, raw: string, use: TargetUse): Promise<Resolution> {
    const site = this.sites.of(from);
    const { links } = site.kind;
    if ((links.fromAddress === true || links.labels) && !this.#routes.has(site)) await this.routesOf(site);
    const quick = this.resolveQuickly(from, raw, use);
    if (quick.kind !== 'missing' || !site.kind.addresses.fromFrontMatter || this.#routes.has(site)) return quick;
    await this.routesOf(site);
    return this.resolveQuickly(from, raw, use);
  }

  async loadRoutes(): Promise<void> {
    const sought = this.sites.all.filter(({ kind }) => looksIntoPages(kind));
    await Promise.all(sought.map((site) => this.routesOf(site)));
  }

  async namesIn(path: string): Promise<string[]> {
    const site = this.sites.of(path);
    if (!site.kind.links.labels) return [];
    await this.routesOf(site);
    return [...(this.#names.get(site) ?? [])].flatMap(([name, file]) => (file === path ? [name] : []));
  }

  linksOf(path: string, page: PageFacts): UsedLink[] {
    return linksIn(this.sites.of(path).kind, page);
  }

  routesOf(site: Site): Promise<Routes> {
    const known = this.#reading.get(site);
    if (known) return known;
    const read = this.#readRoutes(site);
    this.#reading.set(site, read);
    return read;
  }

  text(path: string): Promise<Known<string>> {
    return this.facts.text(this.tree, path);
  }

  page(path: string): Promise<Known<PageFacts>> {
    return this.facts.page(this.tree, path, this.dialectOf(path));
  }

  inclusionsOf(path: string, text: string): Inclusions | undefined {
    const site = this.sites.of(path);
    return site.kind.anchors.inclusionsOf?.({ site, index: this.index, from: path, text });
  }

  anchors(path: string): Promise<Set<string> | undefined> {
    const known = this.#anchors.get(path);
    if (known) return known;
    const found = anchorsFrom(this, path, new Set([path]));
    this.#anchors.set(path, found);
    return found;
  }

  async #readRoutes(site: Site): Promise<Routes> {
    const [found, named] = await Promise.all([readRoutes(this, site), site.kind.links.labels?.(this, site)]);
    this.#routes.set(site, found);
    if (named) this.#names.set(site, named);
    return found;
  }

  #inputFor(path: string): ResolveInput {
    const site = this.sites.of(path);
    return { site, index: this.index, routes: this.#routes.get(site), names: this.#names.get(site) };
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
