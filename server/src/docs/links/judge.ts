import type { Site } from '../site/kind.ts';
import { areaOf, classesOf } from './classes.ts';
import type { Evidence } from './evidence.ts';
import { decoded, parseTarget } from './target.ts';

/** What is to be said of a link that leads nowhere by the rules of its site. */
export type Verdict = { kind: 'broken' } | { kind: 'not-judged'; because: string };

/** A class of fewer links proves nothing. */
const enough = 20;
/** A class of which more leads somewhere proves the rules; of the rest, a site has as many that are truly broken. */
const provingShare = 0.85;

/**
 * Weighs the evidence for one link, from the narrowest class that it is of to the widest. Where all of a site's
 * configuration is understood, the rules hold unless most of a class speaks against them.
 */
export function judge(site: Site, evidence: Evidence, link: { from: string; raw: string; expected: string }): Verdict {
  const area = areaOf(link.raw);
  if (area !== undefined && isForeign(site, area, evidence)) {
    return { kind: 'not-judged', because: `nothing of this site is at /${area}` };
  }
  const doubts = doubtsAbout(site, link);
  const understood = doubts.length === 0;
  const [doubt = 'links of this form do not lead where they are expected to'] = doubts;
  const tolerated = understood ? { missing: 9, share: 0.5 } : { missing: 2, share: 0.3 };
  for (const linkClass of classesOf(site, link.from, link.raw, link.expected)) {
    const { resolved, missing } = evidence.of(linkClass);
    const all = resolved + missing;
    if (missing > tolerated.missing && missing / all > tolerated.share) return { kind: 'not-judged', because: doubt };
    if (all >= enough && resolved / all >= provingShare) return { kind: 'broken' };
  }
  return understood ? { kind: 'broken' } : { kind: 'not-judged', because: doubt };
}

/** Why the target may be there all the same: what the kind leaves to others, and what of the site cannot be told. */
function doubtsAbout(site: Site, { raw, expected }: { raw: string; expected: string }): string[] {
  const target = parseTarget(raw);
  const path = target.kind === 'local' ? decoded(target.path) : '';
  const own = site.kind.links.doubt?.({ site, path, expected });
  return own === undefined ? site.doubts : [own, ...site.doubts];
}

/** Whether a part of the host belongs to another program: links lead there, and none of them to a page of the site. */
function isForeign({ doubts }: Site, area: string, evidence: Evidence): boolean {
  const { resolved, missing } = evidence.inArea(area);
  if (resolved > 0 || missing === 0) return false;
  return doubts.length > 0 || missing >= 3 || foreignNames.test(area);
}

/** Parts that commonly belong to another program on the same host. */
const foreignNames =
  /^(?:api|_|cdn-cgi|login|signup|sign-?in|dashboard|app|pricing|search|sitemap|feed|rss|play|playground|storybook)$/i;

/** Weighs what may make anchors that nobody sees: the first of the doubts that the site's own links do not dispel. */
export async function anchorDoubt(doubts: string[], evidence: Evidence): Promise<string | undefined> {
  for (const doubt of doubts) {
    const { resolved, missing } = await evidence.ofAnchors(doubt);
    if (resolved < enoughAnchors || resolved / (resolved + missing) < provingShare) return doubt;
  }
  return undefined;
}

/** So many anchors of pages with a component that are all headings say that the component makes none. */
const enoughAnchors = 3;
