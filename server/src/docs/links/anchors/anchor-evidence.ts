import { mapBounded } from '../../map-bounded.ts';
import { isMarkdown } from '../../text/paths.ts';
import type { DocsView } from '../../view.ts';
import { isSpecialAnchor } from './anchors.ts';
import type { ClassCount } from '../classes.ts';
import type { Resolution } from '../resolution.ts';
import { looksLikeOneOf } from '../typo.ts';
import { doubtsAbout, wholeAnchors } from './whole-anchors.ts';

/** What the site's own links show about what creates anchors in its pages. */
export interface AnchorEvidence {
  /** Returns how many linked anchors of pages with this doubt exist, and how many do not. */
  of(about: string): ClassCount;
  /** Returns how many pages link to this anchor of a page. */
  pagesThatLinkTo(path: string, anchor: string): number;
  /** Returns how many linked anchors with the same first word exist, and how many do not. */
  family(anchor: string): ClassCount;
}

/** How many pages are read concurrently. */
const inFlight = 16;

/** Counts the anchors that the site links to, by the doubts about their pages. */
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
    const typos = typosAmong(whole.anchors, sought);
    for (const anchor of sought) {
      count(families, firstWord(anchor), whole.anchors.has(anchor));
      if (typos.has(anchor)) continue;
      const doubts = doubtsAbout(whole, anchor);
      for (const about of new Set(
        doubts.flatMap(({ about: own, wider }) => (wider === undefined ? own : [own, wider])),
      ))
        count(counts, about, whole.anchors.has(anchor));
    }
  }
}

function count(counts: Map<string, ClassCount>, key: string, exists: boolean): void {
  const counted = counts.get(key) ?? { resolved: 0, missing: 0 };
  counted[exists ? 'resolved' : 'missing'] += 1;
  counts.set(key, counted);
}

function firstWord(anchor: string): string {
  return /^[\p{L}\p{N}]*/u.exec(anchor)?.[0].toLowerCase() ?? '';
}

/**
 * Returns the missing anchors that look like typos. If there are too many, they are no typos, and none is returned. A
 * few typos show nothing about other anchors of the page.
 */
function typosAmong(anchors: Set<string>, sought: string[]): Set<string> {
  const absent = sought.filter((anchor) => !anchors.has(anchor));
  const typos = absent.filter((anchor) => isTypo(anchor, anchors));
  return new Set(typos.length <= Math.max(2, sought.length - absent.length) ? typos : []);
}

/**
 * Whether an anchor is a typo of an existing one. A number at its end is no typo: it distinguishes equal headings,
 * wherever they are.
 */
function isTypo(anchor: string, anchors: Set<string>): boolean {
  return !/[-_]\d+$/.test(anchor) && looksLikeOneOf(anchor, anchors);
}
