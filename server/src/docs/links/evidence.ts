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
  const counts = new Map<string, ClassCount>();
  const missing: MissingLink[] = [];
  const ownAreas = new Set<string>();
  const pagesByPlace = new Map<string, number>();
  const addressTypos = new Set<string>();
  const of = (key: string | undefined) =>
    (key === undefined ? undefined : counts.get(key)) ?? { resolved: 0, missing: 0 };
  await view.loadRoutes();
  const published = read && (await openPublishedLinks(view, read));
  await mapBounded(view.pages, inFlight, async (page) => {
    for (const area of areasOfPage(view.sites.of(page), page)) ownAreas.add(area);
    if (await countFound(page)) await gatherMissing(page);
  });
  for (const link of missing) count(areaKey(areaOf(view.sites.of(link.from), link.raw)), 'missing');
  const madeFolders = foldersOfMade(missing);
  missing.forEach(countMissing);
  return {
    of,
    inArea: (area) => of(areaKey(area)),
    ownAreas: () => ownAreas,
    isAgreedOn,
    isTypo,
    missingWithoutTypo: (linkClass) => of(withoutTypoKey(linkClass)).missing,
    isInUnknownFolder: (expected) => !view.index.isFolder(folderOf(expected.replace(/\/$/, ''))),
    published,
  };

  /** Counts the targets that lead somewhere. Returns whether the page may have others. */
  async function countFound(page: string): Promise<boolean> {
    const outline = await view.facts.outline(view.tree, page);
    if (outline.kind === 'refused' || outline.value.targets === '') return false;
    let others = false;
    for (const target of outline.value.targets.split('\n')) {
      const resolution = view.resolveQuickly(page, target, 'link');
      const { kind } = resolution;
      others ||= kind === 'missing' || (published !== undefined && isMade(resolution));
      if (kind !== 'found' || pathOf(view.sites.of(page), target) === '') continue;
      for (const key of classesOf(view.sites.of(page), page, target)) count(key, 'resolved');
      const area = areaOf(view.sites.of(page), target);
      count(areaKey(area), 'resolved');
      if (area !== undefined) ownAreas.add(area);
    }
    return others;
  }

  async function gatherMissing(page: string): Promise<void> {
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
      missing.push(link);
      if (await looksLikeAddress(view, site, target)) addressTypos.add(resolution.expected);
    }
    for (const place of places) pagesByPlace.set(place, (pagesByPlace.get(place) ?? 0) + 1);
  }

  /**
   * Counts a missing link. One to another area of the host, or to a surely generated page, shows nothing about the
   * wider classes.
   */
  function countMissing({ from, raw, expected }: MissingLink): void {
    const [folder, ...wider] = classesOf(view.sites.of(from), from, raw);
    if (!isTypo(expected)) {
      count(folder, 'missing');
      if (folder !== undefined && !looksLikeTypo(expected)) count(withoutTypoKey(folder), 'missing');
    }
    const area = areaOf(view.sites.of(from), raw);
    const foreign = area !== undefined && of(areaKey(area)).resolved === 0;
    if (foreign || isTypo(expected) || isAgreedOn(expected)) return;
    for (const key of wider) count(key, 'missing');
  }

  function isAgreedOn(expected: string): boolean {
    return (pagesByPlace.get(expected) ?? 0) >= agreeingPages && !looksLikeTypo(expected);
  }

  function looksLikeTypo(expected: string): boolean {
    if (addressTypos.has(expected)) return true;
    const bare = expected.replace(/\/(?:index)?$|\.\w+$/, '');
    return looksLikeOneOf(baseName(bare), view.index.namesIn(folderOf(bare)));
  }

  function isTypo(expected: string): boolean {
    return looksLikeTypo(expected) && !madeFolders.has(folderOf(expected));
  }

  /**
   * Returns the folders in which more linked places look like typos of existing pages than places exist. These are no
   * typos: a program may generate names such as `crawl-post` from `crawl`.
   */
  function foldersOfMade(links: MissingLink[]): Set<string> {
    const places = [...new Set(links.map(({ expected }) => expected))].filter(looksLikeTypo);
    const byFolder = Map.groupBy(places, (place) => folderOf(place));
    const found = new Map(
      links
        .filter(({ expected }) => byFolder.has(folderOf(expected)))
        .map(({ from, raw, expected }) => [
          folderOf(expected),
          of(classesOf(view.sites.of(from), from, raw)[0]).resolved,
        ]),
    );
    const made = [...byFolder].filter(([folder, typos]) => typos.length > Math.max(2, found.get(folder) ?? 0));
    return new Set(made.map(([folder]) => folder));
  }

  function count(key: string | undefined, as: keyof ClassCount): void {
    if (key === undefined) return;
    const counted = counts.get(key) ?? { resolved: 0, missing: 0 };
    counted[as] += 1;
    counts.set(key, counted);
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
