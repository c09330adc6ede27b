import { mapBounded } from '../map-bounded.ts';
import { isMarkdown } from '../paths.ts';
import type { DocsView } from '../view.ts';
import { isSpecialAnchor } from './anchors.ts';
import type { ClassCount } from './classes.ts';
import type { Resolution } from './resolution.ts';
import { looksLikeOneOf } from './slip.ts';
import { doubtsAbout, wholeAnchors } from './taken-in.ts';

/** What the site's own links tell of what makes anchors in its pages. */
export interface AnchorEvidence {
  /** How many anchors of pages with this doubt are there, and how many are not. */
  of(about: string): ClassCount;
  /** How many pages link to this anchor of a page. */
  pagesThatLinkTo(path: string, anchor: string): number;
  /** How many of the anchors that begin with the same word are there, and how many are not. */
  family(anchor: string): ClassCount;
}

/** How many pages are looked at at once. */
const inFlight = 16;

/** Counts the anchors that the site links to, by what their pages have that may make anchors. */
export async function gatherAnchors(view: DocsView): Promise<AnchorEvidence> {
  const named = new Map<string, Map<string, number>>();
  await mapBounded(view.pages, inFlight, async (page) => {
    const outline = await view.facts.outline(view.tree, page);
    if (outline.kind === 'refused' || !outline.value.targets.includes('#')) return;
    for (const target of outline.value.targets.split('\n')) {
      if (target.includes('#')) name(view.resolveQuickly(page, target, 'link'));
    }
  });
  const counts = new Map<string, ClassCount>();
  const families = new Map<string, ClassCount>();
  await mapBounded([...named], inFlight, ([path, anchors]) => countAnchors(path, [...anchors.keys()]));
  return {
    of: (about) => counts.get(about) ?? { resolved: 0, missing: 0 },
    pagesThatLinkTo: (path, anchor) => named.get(path)?.get(anchor) ?? 0,
    family: (anchor) => families.get(firstWord(anchor)) ?? { resolved: 0, missing: 0 },
  };

  function name(to: Resolution): void {
    if (to.kind !== 'found' || to.path === undefined || !isMarkdown(to.path) || isSpecialAnchor(to.anchor)) return;
    const anchors = named.get(to.path) ?? new Map<string, number>();
    anchors.set(to.anchor, (anchors.get(to.anchor) ?? 0) + 1);
    named.set(to.path, anchors);
  }

  async function countAnchors(path: string, sought: string[]): Promise<void> {
    const whole = await wholeAnchors(view, path);
    if (!whole) return;
    const slips = slipsAmong(whole.anchors, sought);
    for (const anchor of sought) {
      count(families, firstWord(anchor), whole.anchors.has(anchor));
      if (slips.has(anchor)) continue;
      const doubts = doubtsAbout(whole, anchor);
      for (const about of new Set(
        doubts.flatMap(({ about: own, wider }) => (wider === undefined ? own : [own, wider])),
      ))
        count(counts, about, whole.anchors.has(anchor));
    }
  }
}

function count(counts: Map<string, ClassCount>, key: string, isThere: boolean): void {
  const counted = counts.get(key) ?? { resolved: 0, missing: 0 };
  counted[isThere ? 'resolved' : 'missing'] += 1;
  counts.set(key, counted);
}

function firstWord(anchor: string): string {
  return /^[\p{L}\p{N}]*/u.exec(anchor)?.[0].toLowerCase() ?? '';
}

/** A few slips of anchors that are there say nothing of what else the page may have. */
function slipsAmong(anchors: Set<string>, sought: string[]): Set<string> {
  const absent = sought.filter((anchor) => !anchors.has(anchor));
  const slips = absent.filter((anchor) => isSlip(anchor, anchors));
  return new Set(slips.length <= Math.max(2, sought.length - absent.length) ? slips : []);
}

/** A number behind an anchor is what tells the next equal heading from it, wherever that stands. */
function isSlip(anchor: string, anchors: Set<string>): boolean {
  return !/[-_]\d+$/.test(anchor) && looksLikeOneOf(anchor, anchors);
}
