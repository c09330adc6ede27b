import type { Site } from '../site/kind.ts';
import type { AnchorDoubt } from './anchors/anchors.ts';
import { areaOf, classesOf, familyOf, nameOf, type ClassCount } from './classes.ts';
import { agreeingPages, type Evidence } from './evidence.ts';
import { looksLikeOneOf } from './typo.ts';
import { pathOf, unwrapTarget } from './wrapped.ts';

/** The result for a link that leads nowhere by its site's rules. It is `leads` when readers find a page. */
export type Verdict = { kind: 'broken' } | { kind: 'leads' } | { kind: 'not-judged'; because: string };

interface JudgedLink {
  from: string;
  raw: string;
  expected: string;
}

/** Judges one link by what readers find at its address, or else by the site's own links. */
export function judge(site: Site, evidence: Evidence, link: JudgedLink): Verdict {
  if (site.kind.links.knownBroken?.(pathOf(site, link.raw) ?? '') === true) return { kind: 'broken' };
  const published = evidence.published?.says(link);
  if (published === undefined) return judgeByLinks(site, evidence, link);
  return { kind: published === 'page' ? 'leads' : 'broken' };
}

/**
 * Judges a link by the site's own links. If all of the site's configuration is understood, its rules apply unless most
 * links of a class contradict them. Otherwise the links must prove the rules.
 */
function judgeByLinks(site: Site, evidence: Evidence, link: JudgedLink): Verdict {
  const name = nameOf(site, link.raw);
  if (name !== undefined) return judgeName(site, evidence, name);
  const area = areaOf(site, link.raw);
  if (area !== undefined && isForeign(site, area, evidence)) {
    return { kind: 'not-judged', because: `nothing of this site is at /${area}` };
  }
  const doubts = doubtsAbout(site, link);
  const linkClasses = classesOf(site, link.from, link.raw);
  const classes = linkClasses.map((linkClass) => evidence.of(linkClass));
  const isTypo = () =>
    evidence.isTypo(link.expected) && !isMostlyMade(classes[0], evidence.missingWithoutTypo(linkClasses[0] ?? ''));
  if (doubts.length === 0) {
    const because = contradiction(classes, evidence.isInUnknownFolder(link.expected));
    return because === undefined || isTypo() ? { kind: 'broken' } : { kind: 'not-judged', because };
  }
  const [doubt = ''] = doubts;
  if (evidence.isAgreedOn(link.expected)) return { kind: 'not-judged', because: doubt };
  return provesRules(classes) || isTypo() ? { kind: 'broken' } : { kind: 'not-judged', because: doubt };
}

/** Returns how the site's links contradict its rules, which are all understood here. */
function contradiction(classes: ClassCount[], isInUnknownFolder: boolean): string | undefined {
  const [folder] = classes;
  if (isInUnknownFolder && folder && folder.missing >= agreeingPages && folder.resolved === 0)
    return 'nothing is in the folder that several links lead to: builds may make it';
  return classes.some(contradictsRules) ? 'links of this form do not lead where they are expected to' : undefined;
}

/**
 * Whether most links into a folder have unknown names. Then the folder is generated, and generated names may resemble
 * each other.
 */
function isMostlyMade(folder: ClassCount | undefined, missingWithoutTypo: number): boolean {
  return missingWithoutTypo >= 3 && missingWithoutTypo > 2 * (folder?.resolved ?? 0);
}

/** Judges a label. If labels begin alike and most of them are unknown, a program defines them. */
function judgeName({ nameDoubt }: Site, evidence: Evidence, name: string): Verdict {
  const { resolved, missing } = evidence.of(familyOf(name));
  const isGiven = nameDoubt !== undefined && missing > 1 && missing > resolved;
  return isGiven ? { kind: 'not-judged', because: nameDoubt } : { kind: 'broken' };
}

/** Whether a class contradicts the rules. Most of so many links cannot be typos. */
function contradictsRules({ resolved, missing }: ClassCount): boolean {
  return missing >= 10 && missing > resolved;
}

/**
 * Whether the links prove the rules. They do not if most links into the same folder lead nowhere. They do if most links
 * of a class lead somewhere; the narrowest class that is large enough decides. The required share is low, because a
 * site with many broken links must not hide them. Generated pages are recognised by whole folders, or by several pages
 * that link to the same place.
 */
function provesRules([folder, ...wider]: ClassCount[]): boolean {
  if (folder && folder.missing >= 3 && folder.missing > 4 * folder.resolved) return false;
  const large = wider.find(({ resolved, missing }) => resolved + missing >= largeClass);
  const { resolved, missing } = large ?? wider.at(-1) ?? { resolved: 0, missing: 0 };
  return resolved >= 3 && resolved / (resolved + missing) >= (large ? provingShare : provingShareOfFew);
}

/** A class with fewer links proves little. */
const largeClass = 20;
const provingShare = 0.6;
const provingShareOfFew = 0.75;

/**
 * Returns why the target may exist after all: the kind of site leaves it to others, or a part of the site is not
 * understood.
 */
function doubtsAbout(site: Site, { raw, expected }: JudgedLink): string[] {
  // A notation with its own way to find files leaves nothing to others.
  const isOwn = unwrapTarget(site, raw).find !== undefined;
  const own = isOwn ? undefined : site.kind.links.doubt?.({ site, path: pathOf(site, raw) ?? '', expected });
  return own === undefined ? site.doubts : [own, ...site.doubts];
}

/** Whether an area of the host belongs to another program: links lead there, but none to a page of the site. */
function isForeign({ doubts }: Site, area: string, evidence: Evidence): boolean {
  const { resolved, missing } = evidence.inArea(area);
  if (evidence.ownAreas().has(area)) return false;
  const deep = area.endsWith('/');
  const alike = [...evidence.ownAreas()].flatMap((own) => (own.endsWith('/') === deep ? own.replace(/\/$/, '') : []));
  const name = area.replace(/\/$/, '');
  if (resolved > 0 || missing === 0 || looksLikeOneOf(name, alike)) return false;
  return doubts.length > 0 || missing >= 3 || foreignNames.test(name);
}

/** Areas that commonly belong to another program on the same host. */
const foreignNames =
  /^(?:api|_|cdn-cgi|login|signup|sign-?in|dashboard|app|pricing|search|sitemap|feed|rss|play|playground|storybook)$/i;

/**
 * Returns the first doubt about an anchor that the site's own links do not dispel, or undefined when the anchor
 * certainly does not exist. A plugin that creates anchors creates many with the same beginning: `r-names.scopes` and
 * `r-names.preludes`. If enough linked anchors on pages with a component are all headings, the component creates none.
 */
export async function anchorDoubt(
  doubts: AnchorDoubt[],
  evidence: Evidence,
  { path, anchor, known, site }: { path: string; anchor: string; known: Set<string>; site: Site },
): Promise<string | undefined> {
  const anchors = await evidence.anchors();
  const family = anchors.family(anchor);
  const isMade = family.missing >= agreeingPages && family.missing > 4 * family.resolved;
  if (isMade && !looksLikeOneOf(anchor, known)) return doubts[0]?.because ?? site.doubts[0];
  const agreed = anchors.pagesThatLinkTo(path, anchor) >= agreeingPages && !looksLikeOneOf(anchor, known);
  const standing = doubts.find(({ about, wider, stands }) => {
    if (stands) return true;
    const own = anchors.of(about);
    const isSeldom = own.resolved + own.missing < 3 && (own.missing === 0 || own.resolved > 0);
    if (wider !== undefined && isSeldom) return agreed || !holdsForAll(anchors.of(wider));
    return agreed || own.resolved < 3 || own.resolved / (own.resolved + own.missing) < provingShare;
  });
  return standing?.because;
}

/** Whether rare doubts can be judged like the others of their kind: nearly all of these create no anchors. */
function holdsForAll({ resolved, missing }: ClassCount): boolean {
  return resolved >= largeClass && resolved / (resolved + missing) >= 0.85;
}
