import { mapBounded } from '../map-bounded.ts';
import { isIgnored } from '../parts/ignored.ts';
import { baseName, folderOf } from '../text/paths.ts';
import type { ReadPublished } from '../published.ts';
import type { DocsView } from '../view.ts';
import type { AnchorEvidence } from './anchors/anchor-evidence.ts';
import { looksLikeAddress } from './address-typo.ts';
import { areaOf, areasOfPage, classesOf, type ClassCount } from './classes.ts';
import { openPublishedLinks, type AskedLink, type PublishedLinks } from './published-links.ts';
import type { Resolution } from './resolution.ts';
import { looksLikeOneOf } from './typo.ts';
import { pathOf } from './wrapped.ts';

/**
 * What a site's own links show about how its addresses work. Nearly all links of a site work. So if most links of a
 * class lead nowhere by our rules, the rules are wrong there.
 */
export interface Evidence {
  of(linkClass: string): ClassCount;
  /** Returns how many links lead to an area of the host, and how many of them to a page of the site. */
  inArea(area: string): ClassCount;
  /** Returns the areas that contain pages of the site, by page paths or by links to pages. */
  ownAreas(): ReadonlySet<string>;
  /** Whether several pages link to a place where no file is. Several authors are seldom all wrong. */
  isAgreedOn(expected: string): boolean;
  /** Whether the name of a place looks like a typo of one in the same folder. */
  isTypo(expected: string): boolean;
  /** Returns how many links of a class lead nowhere with a name that is no typo. */
  missingWithoutTypo(linkClass: string): number;
  /** Whether the folder of a place does not exist in the repository. */
  isInUnknownFolder(expected: string): boolean;
  anchors(): Promise<AnchorEvidence>;
  /** What the published site shows. Undefined when the published site is not used. */
  published: { says(link: AskedLink): 'page' | 'nothing' | undefined; notUsed: string[] } | undefined;
}

/** The evidence of one state of the docs. It does not depend on the change that is judged. */
export interface GatheredEvidence extends Omit<Evidence, 'anchors' | 'published'> {
  published: PublishedLinks | undefined;
}

/** If this many pages link to the same place without a file, something is there. */
export const agreeingPages = 3;

/** How many pages are read concurrently. */
const inFlight = 16;

interface MissingLink {
  from: string;
  raw: string;
  expected: string;
}

/** Reads every link of the site. If a quick scan finds broken links in a page, a precise parse confirms them. */
export async function gatherEvidence(view: DocsView, read: ReadPublished | undefined): Promise<GatheredEvidence> {
  await view.loadRoutes();
  const published = read && (await openPublishedLinks(view, read));
  const links = new SiteLinks(view, published);
  await mapBounded(view.pages, inFlight, (page) => links.addPage(page));
  links.countAllMissing();
  return {
    of: (linkClass) => links.of(linkClass),
    inArea: (area) => links.of(areaKey(area)),
    ownAreas: () => links.ownAreas,
    isAgreedOn: (expected) => links.isAgreedOn(expected),
    isTypo: (expected) => links.isTypo(expected),
    missingWithoutTypo: (linkClass) => links.of(withoutTypoKey(linkClass)).missing,
    isInUnknownFolder: (expected) => !view.index.isFolder(folderOf(expected.replace(/\/$/, ''))),
    published,
  };
}

/** The links of a site, counted by their classes: first those of each page, then those that lead nowhere. */
class SiteLinks {
  readonly ownAreas = new Set<string>();
  readonly #view: DocsView;
  readonly #published: PublishedLinks | undefined;
  readonly #counts = new Map<string, ClassCount>();
  readonly #missing: MissingLink[] = [];
  readonly #pagesByPlace = new Map<string, number>();
  readonly #addressTypos = new Set<string>();
  #madeFolders: ReadonlySet<string> = new Set();

  constructor(view: DocsView, published: PublishedLinks | undefined) {
    this.#view = view;
    this.#published = published;
  }

  of(key: string | undefined): ClassCount {
    return (key === undefined ? undefined : this.#counts.get(key)) ?? { resolved: 0, missing: 0 };
  }

  async addPage(page: string): Promise<void> {
    for (const area of areasOfPage(this.#view.sites.of(page), page)) this.ownAreas.add(area);
    if (await this.#countFound(page)) await this.#gatherMissing(page);
  }

  countAllMissing(): void {
    const { sites } = this.#view;
    for (const { from, raw } of this.#missing) this.#count(areaKey(areaOf(sites.of(from), raw)), 'missing');
    this.#madeFolders = this.#foldersOfMade();
    for (const link of this.#missing) this.#countMissing(link);
  }

  isAgreedOn(expected: string): boolean {
    return (this.#pagesByPlace.get(expected) ?? 0) >= agreeingPages && !this.#looksLikeTypo(expected);
  }

  isTypo(expected: string): boolean {
    return this.#looksLikeTypo(expected) && !this.#madeFolders.has(folderOf(expected));
  }

  /** Counts the targets that lead somewhere. Returns whether the page may have others. */
  async #countFound(page: string): Promise<boolean> {
    const view = this.#view;
    const outline = await view.facts.outline(view.tree, page);
    if (outline.kind === 'refused' || outline.value.targets === '') return false;
    let others = false;
    for (const target of outline.value.targets.split('\n')) {
      const resolution = view.resolveQuickly(page, target, 'link');
      const { kind } = resolution;
      others ||= kind === 'missing' || (this.#published !== undefined && isMade(resolution));
      if (kind !== 'found' || pathOf(view.sites.of(page), target) === '') continue;
      for (const key of classesOf(view.sites.of(page), page, target)) this.#count(key, 'resolved');
      const area = areaOf(view.sites.of(page), target);
      this.#count(areaKey(area), 'resolved');
      if (area !== undefined) this.ownAreas.add(area);
    }
    return others;
  }

  async #gatherMissing(page: string): Promise<void> {
    const view = this.#view;
    const published = this.#published;
    const facts = await view.page(page);
    if (facts.kind === 'refused') return;
    const places = new Set<string>();
    const site = view.sites.of(page);
    for (const { target, use } of view.linksOf(page, facts.value)) {
      const resolution = view.resolveQuickly(page, target, use);
      if (isMade(resolution)) published?.count({ from: page, raw: target });
      if (resolution.kind !== 'missing' || places.has(resolution.expected)) continue;
      // Places that git ignores are not judged and show nothing about the others.
      if (await isIgnored(view, resolution.expected)) continue;
      const link = { from: page, raw: target, expected: resolution.expected };
      published?.count(link);
      // If readers find the page, the link is not missing. It proves nothing about the files either.
      if (published?.says(link, 'unknown') === 'page') continue;
      places.add(resolution.expected);
      this.#missing.push(link);
      if (await looksLikeAddress(view, site, target)) this.#addressTypos.add(resolution.expected);
    }
    for (const place of places) this.#pagesByPlace.set(place, (this.#pagesByPlace.get(place) ?? 0) + 1);
  }

  /**
   * Counts a missing link. One to another area of the host, or to a surely generated page, shows nothing about the
   * wider classes.
   */
  #countMissing({ from, raw, expected }: MissingLink): void {
    const site = this.#view.sites.of(from);
    const [folder, ...wider] = classesOf(site, from, raw);
    if (!this.isTypo(expected)) {
      this.#count(folder, 'missing');
      if (folder !== undefined && !this.#looksLikeTypo(expected)) this.#count(withoutTypoKey(folder), 'missing');
    }
    const area = areaOf(site, raw);
    const foreign = area !== undefined && this.of(areaKey(area)).resolved === 0;
    if (foreign || this.isTypo(expected) || this.isAgreedOn(expected)) return;
    for (const key of wider) this.#count(key, 'missing');
  }

  #looksLikeTypo(expected: string): boolean {
    if (this.#addressTypos.has(expected)) return true;
    const bare = expected.replace(/\/(?:index)?$|\.\w+$/, '');
    return looksLikeOneOf(baseName(bare), this.#view.index.namesIn(folderOf(bare)));
  }

  /**
   * Returns the folders in which more linked places look like typos of existing pages than places exist. These are no
   * typos: a program may generate names such as `crawl-post` from `crawl`.
   */
  #foldersOfMade(): Set<string> {
    const places = [...new Set(this.#missing.map(({ expected }) => expected))];
    const byFolder = Map.groupBy(
      places.filter((place) => this.#looksLikeTypo(place)),
      (place) => folderOf(place),
    );
    const found = new Map(
      this.#missing
        .filter(({ expected }) => byFolder.has(folderOf(expected)))
        .map(({ from, raw, expected }) => [
          folderOf(expected),
          this.of(classesOf(this.#view.sites.of(from), from, raw)[0]).resolved,
        ]),
    );
    const made = [...byFolder].filter(([folder, typos]) => typos.length > Math.max(2, found.get(folder) ?? 0));
    return new Set(made.map(([folder]) => folder));
  }

  #count(key: string | undefined, as: keyof ClassCount): void {
    if (key === undefined) return;
    const counted = this.#counts.get(key) ?? { resolved: 0, missing: 0 };
    counted[as] += 1;
    this.#counts.set(key, counted);
  }
}

function withoutTypoKey(linkClass: string): string {
  return `without typo ${linkClass}`;
}

/** Whether a plugin generates the pages there. */
function isMade(resolution: Resolution): boolean {
  return resolution.kind === 'not-judged' && resolution.reason === 'generated';
}

function areaKey(area: string | undefined): string | undefined {
  return area === undefined ? undefined : `the area ${area}`;
}
