import { mapBounded } from '../map-bounded.ts';
import { isIgnored } from '../parts/ignored.ts';
import { baseName, folderOf } from '../paths.ts';
import type { ReadPublished } from '../published.ts';
import type { DocsView } from '../view.ts';
import type { AnchorEvidence } from './anchor-evidence.ts';
import { looksLikeAddress } from './address-slip.ts';
import { areaOf, areasOfPage, classesOf, type ClassCount } from './classes.ts';
import { openPublishedLinks, type AskedLink, type PublishedLinks } from './published-links.ts';
import type { Resolution } from './resolution.ts';
import { looksLikeOneOf } from './slip.ts';
import { pathOf } from './wrapped.ts';

/**
 * What a site's own links tell of how its addresses work: nearly all of them work, so a class of links most of which lead
 * nowhere by our rules says that the rules are wrong there.
 */
export interface Evidence {
  of(linkClass: string): ClassCount;
  /** How many links lead to this part of the host, and how many of them to a page of the site. */
  inArea(area: string): ClassCount;
  /** The parts of the host where pages of the site are, by their paths or by the links to them. */
  ownAreas(): ReadonlySet<string>;
  /** Whether several pages link to a place where nothing is: people who agree on an address are seldom all wrong. */
  isAgreedOn(expected: string): boolean;
  /** Whether the name of a place looks like a slip of one in the same folder. */
  isSlip(expected: string): boolean;
  /** How many links of a class lead nowhere by names that are no slips. */
  strange(linkClass: string): number;
  /** Whether the folder of a place is none of the repository. */
  isInUnknownFolder(expected: string): boolean;
  anchors(): Promise<AnchorEvidence>;
  /** What the published site tells; absent where nothing is asked of it. */
  published: { says(link: AskedLink): 'page' | 'nothing' | undefined; notUsed: string[] } | undefined;
}

/** The evidence of one state of the docs, whatever change is judged by it. */
export interface GatheredEvidence extends Omit<Evidence, 'anchors' | 'published'> {
  published: PublishedLinks | undefined;
}

/** So many pages that link to the same place where nothing is say that something is there. */
export const agreeing = 3;

/** How many pages are looked at at once. */
const inFlight = 16;

interface MissingLink {
  from: string;
  raw: string;
  expected: string;
}

/** Looks at every link of the site. Links that a quick look finds nothing behind are confirmed by a precise parse. */
export async function gatherEvidence(view: DocsView, read: ReadPublished | undefined): Promise<GatheredEvidence> {
  const counts = new Map<string, ClassCount>();
  const missing: MissingLink[] = [];
  const ownAreas = new Set<string>();
  const pagesByPlace = new Map<string, number>();
  const slipsOfAddresses = new Set<string>();
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
    isSlip,
    strange: (linkClass) => of(strangeKey(linkClass)).missing,
    isInUnknownFolder: (expected) => !view.index.isFolder(folderOf(expected.replace(/\/$/, ''))),
    published,
  };

  /** Counts the targets that lead somewhere, and says whether there may be others. */
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
      // What git leaves out is not judged, and says nothing of the rest.
      if (await isIgnored(view, resolution.expected)) continue;
      const link = { from: page, raw: target, expected: resolution.expected };
      published?.count(link);
      // What readers find is not among the misses, and proves nothing of the files.
      if (published?.says(link, 'unknown') === 'page') continue;
      places.add(resolution.expected);
      missing.push(link);
      if (await looksLikeAddress(view, site, target)) slipsOfAddresses.add(resolution.expected);
    }
    for (const place of places) pagesByPlace.set(place, (pagesByPlace.get(place) ?? 0) + 1);
  }

  /** What lies in another part of the host, or is surely made by a program, says nothing of the rest. */
  function countMissing({ from, raw, expected }: MissingLink): void {
    const [folder, ...wider] = classesOf(view.sites.of(from), from, raw);
    if (!isSlip(expected)) {
      count(folder, 'missing');
      if (folder !== undefined && !looksLikeSlip(expected)) count(strangeKey(folder), 'missing');
    }
    const area = areaOf(view.sites.of(from), raw);
    const foreign = area !== undefined && of(areaKey(area)).resolved === 0;
    if (foreign || isSlip(expected) || isAgreedOn(expected)) return;
    for (const key of wider) count(key, 'missing');
  }

  function isAgreedOn(expected: string): boolean {
    return (pagesByPlace.get(expected) ?? 0) >= agreeing && !looksLikeSlip(expected);
  }

  function looksLikeSlip(expected: string): boolean {
    if (slipsOfAddresses.has(expected)) return true;
    const bare = expected.replace(/\/(?:index)?$|\.\w+$/, '');
    return looksLikeOneOf(baseName(bare), view.index.namesIn(folderOf(bare)));
  }

  function isSlip(expected: string): boolean {
    return looksLikeSlip(expected) && !madeFolders.has(folderOf(expected));
  }

  /**
   * The folders of which links name more places that look like a page that is there than places that are there: these are
   * no slips, since a program may make `crawl-post` and its like of `crawl`.
   */
  function foldersOfMade(links: MissingLink[]): Set<string> {
    const places = [...new Set(links.map(({ expected }) => expected))].filter(looksLikeSlip);
    const byFolder = Map.groupBy(places, (place) => folderOf(place));
    const found = new Map(
      links
        .filter(({ expected }) => byFolder.has(folderOf(expected)))
        .map(({ from, raw, expected }) => [
          folderOf(expected),
          of(classesOf(view.sites.of(from), from, raw)[0]).resolved,
        ]),
    );
    const made = [...byFolder].filter(([folder, slips]) => slips.length > Math.max(2, found.get(folder) ?? 0));
    return new Set(made.map(([folder]) => folder));
  }

  function count(key: string | undefined, as: keyof ClassCount): void {
    if (key === undefined) return;
    const counted = counts.get(key) ?? { resolved: 0, missing: 0 };
    counted[as] += 1;
    counts.set(key, counted);
  }
}

function strangeKey(linkClass: string): string {
  return `strange ${linkClass}`;
}

/** Whether a plugin makes the pages there. */
function isMade(resolution: Resolution): boolean {
  return resolution.kind === 'not-judged' && resolution.reason === 'generated';
}

function areaKey(area: string | undefined): string | undefined {
  return area === undefined ? undefined : `the area ${area}`;
}
