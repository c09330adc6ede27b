import { anchorsOf, isSpecialAnchor, mayHaveAnchor } from '../links/anchors/anchors.ts';
import type { Evidence } from '../links/evidence.ts';
import { headingLinesProve } from '../links/anchors/heading-lines.ts';
import { anchorDoubt, judge, type Verdict } from '../links/judge.ts';
import { doubtsAbout, wholeAnchors, type WholeAnchors } from '../links/anchors/whole-anchors.ts';
import type { AskedLink } from '../links/published-links.ts';
import type { Resolution } from '../links/resolution.ts';
import type { UsedLink } from '../links/uses.ts';
import { withAnchor } from '../links/wrapped.ts';
import { lineAt } from '../text/lines.ts';
import type { PageFacts, PageLink } from '../parse/page-facts.ts';
import { isIgnored } from '../parts/ignored.ts';
import { isMarkdown } from '../text/paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { AnchorRules, Unjudged } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { openVerdictsOutside, type VerdictOutside } from './outside-site.ts';
import { suggestAnchor, suggestTarget } from './suggest.ts';
import type { Tally } from './tally.ts';

/** What a check of pages needs: how the site's addresses work (read on first use), and the counters. */
export interface Checking {
  evidence: () => Promise<Evidence>;
  tally: Tally;
  /** The docs before the change, if a change is checked. */
  earlier?: DocsView;
}

/** Finds broken links, anchors and images of a page. */
export async function checkLinks(
  view: DocsView,
  path: string,
  { text, facts }: { text: string; facts: PageFacts },
  checking: Checking,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const verdictOutside = openVerdictsOutside(checking.earlier, view, path);
  for (const link of view.linksOf(path, facts)) {
    const line = () => lineAt(text, link.span.start);
    const finding = await checkLink(view, path, link, { ...checking, verdictOutside }, line);
    if (finding) found.push(finding);
  }
  return found;
}

async function checkLink(
  view: DocsView,
  path: string,
  link: UsedLink,
  checking: Checking & { verdictOutside: VerdictOutside },
  line: () => number,
): Promise<Finding | undefined> {
  const { evidence, tally, verdictOutside } = checking;
  const example = () => `${path}:${line()} ${link.target}`;
  const resolution = await view.resolve(path, link.target, link.use);
  switch (resolution.kind) {
    case 'external':
      return undefined;
    case 'not-judged':
    case 'missing': {
      const judged = await judgeLink(view, path, link, resolution, evidence);
      const verdict = judged.kind === 'broken' ? ((await verdictOutside(link)) ?? judged) : judged;
      if (verdict.kind === 'not-judged') tally.notJudged(verdict.because, example);
      else if (verdict.kind === 'leads' && !isSpecialAnchor(resolution.anchor))
        tally.notJudged(unknownAnchors, example);
      else tally.judged();
      if (verdict.kind !== 'broken') return undefined;
      const expected = resolution.kind === 'missing' ? resolution.expected : link.target;
      const suggestion = suggestTarget(view, path, link.target, expected, link.use);
      return { ...missingFinding(path, line(), link, expected), suggestion };
    }
    case 'found':
      return checkAnchor(view, path, link, resolution, checking, line);
  }
}

/** Judges a link by the published site, also where a program generates the pages, else by the site's own links. */
async function judgeLink(
  view: DocsView,
  from: string,
  { target: raw }: UsedLink,
  resolution: Resolution & { kind: 'missing' | 'not-judged' },
  evidence: Checking['evidence'],
): Promise<Verdict> {
  const site = view.sites.of(from);
  if (resolution.kind === 'missing') {
    const { expected } = resolution;
    if (!(await isIgnored(view, expected))) return judge(site, await evidence(), { from, raw, expected });
    return (await publishedVerdict({ from, raw, expected })) ?? ignoredByGit;
  }
  const { reason } = resolution;
  const verdict = reason === 'generated' ? await publishedVerdict({ from, raw }) : undefined;
  return verdict ?? { kind: 'not-judged', because: reasonsUnjudged[reason] };

  async function publishedVerdict(link: AskedLink): Promise<Verdict | undefined> {
    const published = (await evidence()).published?.says(link);
    return published && { kind: published === 'page' ? 'leads' : 'broken' };
  }
}

export const ignoredByGit: Verdict = {
  kind: 'not-judged',
  because: 'git leaves the place out of the repository, as what builds make is',
};
const unknownAnchors = 'no file of the repository makes their page, so that its anchors are not known';

/** The end of "… because …". */
export const reasonsUnjudged: Record<Unjudged, string> = {
  computed: 'a program decides where they lead',
  generated: 'a plugin makes the pages there',
  outside: 'they lead out of the repository',
  'left-alone': 'they lead to symbolic links or submodules',
};

function missingFinding(path: string, line: number, link: PageLink, expected: string): Finding {
  const rule = link.image ? 'image-missing' : 'link-broken';
  const what = link.image ? 'The image' : 'The link';
  return {
    ...problem(rule, path, line, `${what} leads to ${expected || 'the top'}, which does not exist`, expected),
    subject: link.target,
  };
}

/** Finds a broken anchor of a link to a page. Returns undefined when the anchor exists, or may exist. */
async function checkAnchor(
  view: DocsView,
  from: string,
  link: UsedLink,
  { path: to, anchor }: { path: string | undefined; anchor: string },
  { evidence, tally, earlier }: Checking,
  line: () => number,
): Promise<Finding | undefined> {
  const lacking = to === undefined || link.image ? undefined : await findMissingAnchor(view, from, to, anchor);
  if (to === undefined || lacking === undefined) {
    tally.judged();
    return undefined;
  }
  const site = view.sites.of(to);
  const doubt =
    lacking.doubts.length === 0 && site.doubts.length === 0
      ? undefined
      : await anchorDoubt(lacking.doubts, await evidence(), { path: to, anchor, known: lacking.anchors, site });
  if (doubt !== undefined && !(await wasRemoved(earlier, to, anchor, lacking))) {
    tally.notJudged(doubt, () => `${from}:${line()} ${link.target}`);
    return undefined;
  }
  tally.judged();
  const message = `${to === from ? 'This page' : to} has no heading or id \`${anchor}\``;
  const suggestion = suggestAnchor(lacking.anchors, anchor);
  return {
    ...problem('anchor-broken', from, line(), message, `#${anchor}`),
    subject: link.target,
    suggestion: suggestion === undefined ? undefined : withAnchor(view.sites.of(from), link.target, suggestion),
  };
}

/**
 * Whether the change removed an anchor: the page had it before, and nothing new in the page may create it. Other
 * content that may create anchors does not matter.
 */
export async function wasRemoved(
  earlier: DocsView | undefined,
  path: string,
  anchor: string,
  { doubts }: WholeAnchors,
): Promise<boolean> {
  if (earlier?.index.isFile(path) !== true) return false;
  const was = await wholeAnchors(earlier, path);
  if (was?.anchors.has(anchor) !== true) return false;
  const known = new Set(was.doubts.map(({ about }) => about));
  return doubts.every(({ about }) => known.has(about));
}

/** Returns the page's anchors if the wanted one is missing, with the reasons why it may exist after all. */
export async function findMissingAnchor(
  view: DocsView,
  from: string,
  path: string,
  anchor: string,
): Promise<WholeAnchors | undefined> {
  if (isSpecialAnchor(anchor) || !isMarkdown(path) || (await headingLinesProve(view, path, anchor))) return undefined;
  const known = await view.anchors(path);
  if (!known || hasAnchor(view.sites.of(path).kind.anchors, known, anchor)) return undefined;
  if (await mayBeInText(view, from, path, anchor)) return undefined;
  const whole = await wholeAnchors(view, path);
  return whole && !whole.anchors.has(anchor) ? { ...whole, doubts: doubtsAbout(whole, anchor) } : undefined;
}

function hasAnchor({ ignoresCase }: AnchorRules, known: ReadonlySet<string>, anchor: string): boolean {
  if (known.has(anchor)) return true;
  return ignoresCase && [...known].some((one) => one.toLowerCase() === anchor.toLowerCase());
}

/** Returns whether a page's own text may have an anchor. In doubt it may: then nothing is reported. */
async function mayBeInText(view: DocsView, from: string, path: string, anchor: string): Promise<boolean> {
  const [page, text] = await Promise.all([view.page(path), view.text(path)]);
  if (page.kind !== 'known' || text.kind !== 'known') return true;
  const site = view.sites.of(path);
  const { anchors: rules } = site.kind;
  const exact = rules.exact && site.doubts.length === 0;
  // A page can link to its own headings of any depth.
  const depth = from === path ? 6 : site.linkedHeadings;
  if (from === path && anchorsOf(rules, page.value, depth).has(anchor)) return true;
  return mayHaveAnchor(text.value, anchor, { rules, exact, depth });
}
