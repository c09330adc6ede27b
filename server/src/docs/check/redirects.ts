import { cooperatively } from '../../threads/cooperative.ts';
import { judge } from '../links/judge.ts';
import { isPagePath, isWithin } from '../text/paths.ts';
import {
  addressOfLink,
  openStores,
  redirectEntriesOf,
  resolveDirectly,
  type RedirectEntry,
} from '../redirects/open.ts';
import { problem, type Finding, type Rule } from '../rules.ts';
import type { Site } from '../site/kind.ts';
import { asPrefix, joinParts } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { findMissingAnchor, reasonsUnjudged, wasRemoved, type Checking } from './links.ts';
import { suggestAnchor, suggestTarget } from './suggest.ts';

/**
 * Finds redirects that lead nowhere, in a circle, or to another redirect, for every site in or around the docs folder.
 * With `only`, redirects of these files are checked.
 */
export async function checkRedirects(view: DocsView, checking: Checking, only?: string[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const site of sitesNear(view)) {
    const entries = redirectEntriesOf(await openStores(view, site));
    const next = new Map<string, RedirectEntry>();
    for (const entry of entries)
      if (entry.address !== undefined && !next.has(entry.address)) next.set(entry.address, entry);
    for await (const entry of cooperatively(entries)) {
      if (only && !only.includes(entry.open.store.path)) continue;
      const finding = isCircle(site, entry, next)
        ? findingAbout(entry, 'redirect-loop', `leads in a circle, through ${entry.redirect.target}`)
        : await checkTarget(view, site, { entry, entries, next }, checking);
      if (finding) found.push(finding);
    }
  }
  return found;
}

/** Returns the sites that a check of the docs folder covers. */
export function sitesNear(view: DocsView): Site[] {
  return view.sites.all.filter((site) => site === view.sites.main || isWithin(site.root, view.folder));
}

/** How many redirects of a chain are followed. No client follows a longer one. */
const longestChain = 50;

function isCircle(site: Site, entry: RedirectEntry, next: ReadonlyMap<string, RedirectEntry>): boolean {
  const { address } = entry;
  let link = entry.link;
  for (let steps = 0; steps < longestChain; steps += 1) {
    const at = addressOfLink(site, link);
    // `/a` → `/a/` only adds a slash.
    if (at !== undefined && at === address) return steps > 0 || entry.redirect.source === entry.redirect.target;
    const following = at === undefined ? undefined : next.get(at);
    if (!following || following.link === link) return false;
    link = following.link;
  }
  return false;
}

interface Among {
  entry: RedirectEntry;
  entries: RedirectEntry[];
  next: ReadonlyMap<string, RedirectEntry>;
}

async function checkTarget(
  view: DocsView,
  site: Site,
  { entry, entries, next }: Among,
  checking: Checking,
): Promise<Finding | undefined> {
  const { tally, earlier } = checking;
  const { open, redirect, link } = entry;
  // `/old/:slug` → `/new/:slug`
  if (entry.address === undefined && /[*$]|:\w/.test(redirect.target)) return undefined;
  const example = () => `${open.store.path}:${open.lineAt(redirect.targetSpan.start)} ${redirect.target}`;
  const resolution = await resolveDirectly(view, site, entries, link);
  if (resolution.kind === 'external') return undefined;
  if (resolution.kind === 'not-judged') {
    tally.notJudged(reasonsUnjudged[resolution.reason], example);
    return undefined;
  }
  if (resolution.kind === 'missing') {
    const at = addressOfLink(site, link);
    const following = at === undefined ? undefined : next.get(at);
    if (following && at !== entry.address)
      return findingAbout(entry, 'redirect-chain', `leads to another redirect, on to ${following.redirect.target}`);
    return checkMissing(view, site, { entry, expected: resolution.expected, example }, checking);
  }
  tally.judged();
  return earlier && checkRemovedAnchor(view, earlier, entry, resolution);
}

async function checkMissing(
  view: DocsView,
  site: Site,
  { entry, expected, example }: { entry: RedirectEntry; expected: string; example: () => string },
  { evidence, tally }: Checking,
): Promise<Finding | undefined> {
  // `/llms.txt` and similar files are generated during the build.
  if (/\.(?!html?$)\w+$/.test(expected) && !isPagePath(expected)) return undefined;
  const verdict = judge(site, await evidence(), { from: entry.open.store.path, raw: entry.link, expected });
  if (verdict.kind === 'not-judged') {
    tally.notJudged(verdict.because, example);
    return undefined;
  }
  tally.judged();
  if (verdict.kind === 'leads') return undefined;
  return { ...brokenFinding(entry), suggestion: suggestion(view, site, entry, expected) };
}

/**
 * Finds a redirect to a heading that a change removed from its page. Readers would get to the top of the page instead.
 */
async function checkRemovedAnchor(
  view: DocsView,
  earlier: DocsView,
  entry: RedirectEntry,
  { path, anchor }: { path: string | undefined; anchor: string },
): Promise<Finding | undefined> {
  const lacking = path === undefined ? undefined : await findMissingAnchor(view, entry.open.store.path, path, anchor);
  if (path === undefined || !lacking || !(await wasRemoved(earlier, path, anchor, lacking))) return undefined;
  const { target } = entry.redirect;
  const what = `leads to ${target}, and ${path} has no heading or id \`${anchor}\` any more`;
  const anchorSuggestion = suggestAnchor(lacking.anchors, anchor);
  const suggested = anchorSuggestion === undefined ? undefined : target.replace(/#.*$/s, () => `#${anchorSuggestion}`);
  return { ...findingAbout(entry, 'redirect-broken', what), suggestion: suggested };
}

function brokenFinding(entry: RedirectEntry): Finding {
  return findingAbout(entry, 'redirect-broken', `leads to ${entry.redirect.target}, which does not exist`);
}

/** Suggests a target. Works only where redirect targets are written like links. */
function suggestion(
  view: DocsView,
  site: Site,
  { link, redirect }: RedirectEntry,
  expected: string,
): string | undefined {
  if (link !== redirect.target) return undefined;
  return suggestTarget(view, joinParts(site.contents[0]?.folder ?? site.root, 'index.md'), link, expected, 'link');
}

function findingAbout({ open, redirect }: RedirectEntry, rule: Rule, what: string): Finding {
  const line = open.lineAt(redirect.targetSpan.start);
  const key = `${asPrefix(redirect.source)} ${redirect.target}`;
  const finding = problem(rule, open.store.path, line, `The redirect of ${redirect.source} ${what}`, key);
  return { ...finding, subject: redirect.target };
}
