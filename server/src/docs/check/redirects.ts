import { cooperatively } from '../../threads/cooperative.ts';
import { judge } from '../links/judge.ts';
import { isPagePath, isWithin } from '../paths.ts';
import { addressOfLink, leadsOf, openStores, resolveDirectly, type Lead } from '../redirects/open.ts';
import { problem, type Finding, type Rule } from '../rules.ts';
import type { Site } from '../site/kind.ts';
import { asPrefix, within } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { findMissingAnchor, unjudged, wasRemoved, type Checking } from './links.ts';
import { suggestAnchor, suggestTarget } from './suggest.ts';

/**
 * Finds redirects that lead nowhere, in a circle, or to another redirect, for every site in or around the docs folder.
 * With `only`, redirects of these files are checked.
 */
export async function checkRedirects(view: DocsView, checking: Checking, only?: string[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const site of sitesNear(view)) {
    const leads = leadsOf(await openStores(view, site));
    const next = new Map<string, Lead>();
    for (const lead of leads) if (lead.address !== undefined && !next.has(lead.address)) next.set(lead.address, lead);
    for await (const lead of cooperatively(leads)) {
      if (only && !only.includes(lead.open.store.path)) continue;
      const finding = isCircle(site, lead, next)
        ? about(lead, 'redirect-loop', `leads in a circle, by way of ${lead.redirect.target}`)
        : await checkTarget(view, site, { lead, leads, next }, checking);
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
const longest = 50;

function isCircle(site: Site, lead: Lead, next: ReadonlyMap<string, Lead>): boolean {
  const { address } = lead;
  let link = lead.link;
  for (let steps = 0; steps < longest; steps += 1) {
    const at = addressOfLink(site, link);
    // `/a` → `/a/` only adds a slash.
    if (at !== undefined && at === address) return steps > 0 || lead.redirect.source === lead.redirect.target;
    const following = at === undefined ? undefined : next.get(at);
    if (!following || following.link === link) return false;
    link = following.link;
  }
  return false;
}

interface Among {
  lead: Lead;
  leads: Lead[];
  next: ReadonlyMap<string, Lead>;
}

async function checkTarget(
  view: DocsView,
  site: Site,
  { lead, leads, next }: Among,
  { evidence, tally, earlier }: Checking,
): Promise<Finding | undefined> {
  const { open, redirect, link } = lead;
  // `/old/:slug` → `/new/:slug`
  if (lead.address === undefined && /[*$]|:\w/.test(redirect.target)) return undefined;
  const example = () => `${open.store.path}:${open.lineAt(redirect.targetSpan.start)} ${redirect.target}`;
  const resolution = await resolveDirectly(view, site, leads, link);
  if (resolution.kind === 'external') return undefined;
  if (resolution.kind === 'not-judged') {
    tally.notJudged(unjudged[resolution.reason], example);
    return undefined;
  }
  if (resolution.kind === 'missing') {
    const at = addressOfLink(site, link);
    const following = at === undefined ? undefined : next.get(at);
    if (following && at !== lead.address)
      return about(lead, 'redirect-chain', `leads to another redirect, on to ${following.redirect.target}`);
    const { expected } = resolution;
    // `/llms.txt` and similar files are generated during the build.
    if (/\.(?!html?$)\w+$/.test(expected) && !isPagePath(expected)) return undefined;
    const verdict = judge(site, await evidence(), { from: open.store.path, raw: link, expected });
    if (verdict.kind === 'not-judged') {
      tally.notJudged(verdict.because, example);
      return undefined;
    }
    tally.judged();
    if (verdict.kind === 'leads') return undefined;
    return { ...broken(lead), suggestion: suggestion(view, site, lead, expected) };
  }
  tally.judged();
  return earlier && checkRemovedAnchor(view, earlier, lead, resolution);
}

/**
 * Finds a redirect to a heading that a change removed from its page. Readers would get to the top of the page instead.
 */
async function checkRemovedAnchor(
  view: DocsView,
  earlier: DocsView,
  lead: Lead,
  { path, anchor }: { path: string | undefined; anchor: string },
): Promise<Finding | undefined> {
  const lacking = path === undefined ? undefined : await findMissingAnchor(view, lead.open.store.path, path, anchor);
  if (path === undefined || !lacking || !(await wasRemoved(earlier, path, anchor, lacking))) return undefined;
  const { target } = lead.redirect;
  const what = `leads to ${target}, and ${path} has no heading or id \`${anchor}\` any more`;
  const anchorSuggestion = suggestAnchor(lacking.anchors, anchor);
  const suggested = anchorSuggestion === undefined ? undefined : target.replace(/#.*$/s, () => `#${anchorSuggestion}`);
  return { ...about(lead, 'redirect-broken', what), suggestion: suggested };
}

function broken(lead: Lead): Finding {
  return about(lead, 'redirect-broken', `leads to ${lead.redirect.target}, which is not there`);
}

/** Suggests a target. Works only where redirect targets are written like links. */
function suggestion(view: DocsView, site: Site, { link, redirect }: Lead, expected: string): string | undefined {
  if (link !== redirect.target) return undefined;
  return suggestTarget(view, within(site.contents[0]?.folder ?? site.root, 'index.md'), link, expected, 'link');
}

function about({ open, redirect }: Lead, rule: Rule, what: string): Finding {
  const line = open.lineAt(redirect.targetSpan.start);
  const key = `${asPrefix(redirect.source)} ${redirect.target}`;
  const finding = problem(rule, open.store.path, line, `The redirect of ${redirect.source} ${what}`, key);
  return { ...finding, subject: redirect.target };
}
