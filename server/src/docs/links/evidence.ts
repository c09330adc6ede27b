import { mapBounded } from '../map-bounded.ts';
import type { DocsView } from '../view.ts';
import { isMarkdown } from '../paths.ts';
import { anchorDoubts, isSpecialAnchor } from './anchors.ts';
import { areaOf, classesOf } from './classes.ts';
import type { Resolution } from './resolution.ts';

/** How many targets of a class lead somewhere by what is known of the site, and how many lead nowhere. */
export interface ClassCount {
  resolved: number;
  missing: number;
}

/**
 * What a site's own links tell of how its addresses work: nearly all of them work, so a class of links most of which lead
 * nowhere by our rules says that the rules are wrong there.
 */
export interface Evidence {
  /** How many anchors of pages with this doubt are there, and how many are not. */
  ofAnchors(doubt: string): Promise<ClassCount>;
  of(linkClass: string): ClassCount;
  /** How many links lead to this part of the host, and how many of them to a page of the site. */
  inArea(area: string): ClassCount;
}

/** How many pages are looked at at once. */
const inFlight = 16;

/** Looks at every link of the site. Links that a quick look finds nothing behind are confirmed by a precise parse. */
export async function gatherEvidence(view: DocsView): Promise<Evidence> {
  const counts = new Map<string, ClassCount>();
  const seen = new Set<string>();
  let anchors: Promise<Map<string, ClassCount>> | undefined;
  await view.loadRoutes();
  await mapBounded(view.pages, inFlight, async (page) => {
    if (await countFound(page)) await countMissing(page);
  });
  return {
    async ofAnchors(doubt) {
      const known = await (anchors ??= gatherAnchors(view));
      return known.get(doubt) ?? { resolved: 0, missing: 0 };
    },
    of: (linkClass) => counts.get(linkClass) ?? { resolved: 0, missing: 0 },
    inArea: (area) => counts.get(areaKey(area)) ?? { resolved: 0, missing: 0 },
  };

  /** Counts the targets that lead somewhere, and says whether there may be others. */
  async function countFound(page: string): Promise<boolean> {
    const outline = await view.facts.outline(view.tree, page);
    if (outline.kind === 'refused' || outline.value.targets === '') return false;
    let others = false;
    for (const target of outline.value.targets.split('\n')) {
      const { kind } = view.resolveQuickly(page, target, 'link');
      if (kind === 'found') count(page, target, 'resolved');
      others ||= kind === 'missing';
    }
    return others;
  }

  async function countMissing(page: string): Promise<void> {
    const facts = await view.page(page);
    if (facts.kind === 'refused') return;
    for (const { target, use } of view.linksOf(page, facts.value)) {
      const resolution = view.resolveQuickly(page, target, use);
      if (resolution.kind === 'missing') count(page, target, 'missing', resolution.expected);
    }
  }

  /** A place counts once for a page that links to it. */
  function count(page: string, target: string, as: keyof ClassCount, expected = ''): void {
    const site = view.sites.of(page);
    const area = areaOf(target);
    const classes = classesOf(site, page, target, expected);
    for (const linkClass of area === undefined ? classes : [...classes, areaKey(area)]) {
      const key = `${linkClass}\n${page}\n${target.replace(/[?#].*$/, '')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const counted = counts.get(linkClass) ?? { resolved: 0, missing: 0 };
      counted[as] += 1;
      counts.set(linkClass, counted);
    }
  }
}

function areaKey(area: string): string {
  return `the area ${area}`;
}

/** Counts the anchors that the site links to, by what their pages have that may make anchors. */
async function gatherAnchors(view: DocsView): Promise<Map<string, ClassCount>> {
  const named = new Map<string, Set<string>>();
  await mapBounded(view.pages, inFlight, async (page) => {
    const outline = await view.facts.outline(view.tree, page);
    if (outline.kind === 'refused' || !outline.value.targets.includes('#')) return;
    for (const target of outline.value.targets.split('\n')) {
      if (target.includes('#')) name(view.resolveQuickly(page, target, 'link'));
    }
  });
  const counts = new Map<string, ClassCount>();
  await mapBounded([...named], inFlight, ([path, anchors]) => countAnchors(path, anchors));
  return counts;

  function name(to: Resolution): void {
    if (to.kind !== 'found' || to.path === undefined || !isMarkdown(to.path) || isSpecialAnchor(to.anchor)) return;
    const anchors = named.get(to.path);
    if (anchors) anchors.add(to.anchor);
    else named.set(to.path, new Set([to.anchor]));
  }

  async function countAnchors(path: string, sought: Set<string>): Promise<void> {
    const [text, page, anchors] = await Promise.all([view.text(path), view.page(path), view.anchors(path)]);
    if (text.kind === 'refused' || page.kind === 'refused' || !anchors) return;
    for (const doubt of anchorDoubts(text.value, page.value)) {
      const counted = counts.get(doubt) ?? { resolved: 0, missing: 0 };
      for (const anchor of sought) counted[anchors.has(anchor) ? 'resolved' : 'missing'] += 1;
      counts.set(doubt, counted);
    }
  }
}
