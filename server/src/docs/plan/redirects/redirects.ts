import { addressOfLink, resolveDirectly, withoutHtml } from '../../redirects/open.ts';
import type { Site } from '../../site/kind.ts';
import type { DocsView } from '../../view.ts';
import type { Drafts } from '../drafts.ts';
import type { LinkTarget } from '../link-target.ts';
import type { FormerPath } from './former-paths.ts';
import type { Plan } from '../plan.ts';
import { openRedirectWriting, type RedirectWriting } from './redirect-writing.ts';

type RedirectOutcome = Pick<Plan, 'redirects' | 'lost'>;

/**
 * Redirects readers from the former addresses of pages. It writes redirects where the site keeps them, and changes
 * existing ones from the old places to the new ones, so that none leads to another. Addresses for which no redirect can
 * be written are returned as lost. Without `adds`, it writes no new redirect.
 */
export async function redirectFormerPages(
  view: DocsView,
  formerPaths: FormerPath[],
  drafts: Drafts,
  adds = true,
): Promise<RedirectOutcome> {
  const outcome: RedirectOutcome = { redirects: [], lost: [] };
  for (const site of new Set(formerPaths.map((former) => former.site))) {
    const own = formerPaths.filter((former) => former.site === site);
    if (!own.some(({ address }) => address !== undefined)) continue;
    const writing = await openRedirectWriting(view, site);
    await updateRedirects(view, { site, writing, outcome }, own);
    let left = maximumLanguageRedirects;
    for (const former of own)
      left -= addRedirect({ site, writing, outcome }, adds ? former : withoutTarget(former), left);
    await writing.finish(drafts);
  }
  return { redirects: outcome.redirects, lost: [...new Set(outcome.lost)] };
}

/** The limit for redirects of languages, because hosts read few: Cloudflare 2,000 in `_redirects`, Vercel 2,048. */
const maximumLanguageRedirects = 500;

/** Removes the target of a page whose address changed, so that no redirect is written. */
function withoutTarget(former: FormerPath): FormerPath {
  const isSame = former.to?.address === former.address && former.to?.hash === undefined;
  return isSame ? former : { ...former, to: undefined, inLanguages: [] };
}

interface Work {
  site: Site;
  writing: RedirectWriting;
  outcome: RedirectOutcome;
}

/**
 * Changes existing redirects to old places so that they lead to the new ones, and removes those that lead nowhere now.
 */
async function updateRedirects(
  view: DocsView,
  { site, writing, outcome }: Work,
  formerPaths: FormerPath[],
): Promise<void> {
  const byPath = new Map(formerPaths.map((former) => [former.path, former]));
  const moved = formerPaths.flatMap((former) => [former, ...(former.inLanguages ?? [])]);
  const taken = new Set(
    moved.flatMap(({ to, address }) =>
      to?.path && to.address !== undefined && to.address !== address ? [to.address, withoutHtml(to.address)] : [],
    ),
  );
  for (const entry of writing.entries) {
    // A page moved to an address that was redirected: the address now belongs to the page.
    if (entry.address !== undefined && taken.has(entry.address)) {
      writing.remove(entry);
      continue;
    }
    const resolution = await resolveDirectly(view, site, writing.entries, entry.link);
    const former =
      resolution.kind === 'found' && resolution.path !== undefined ? byPath.get(resolution.path) : undefined;
    if (!former) continue;
    const at = addressOfLink(site, entry.link);
    const to = former.inLanguages?.find(({ address }) => address === at)?.to ?? former.to;
    if (to) {
      writing.repoint(entry, to);
      continue;
    }
    writing.remove(entry);
    if (entry.address !== undefined) outcome.lost.push(publicAddress(site, entry.address));
  }
}

/**
 * Adds a redirect and those of other languages, at most `mostOfOthers` of them. Returns how many of the latter were
 * added.
 */
function addRedirect(work: Work, former: FormerPath, mostOfOthers: number): number {
  const { site, writing, outcome } = work;
  const { address, path, to, inLanguages = [] } = former;
  if (address === undefined || (to?.address === address && to.hash === undefined)) return 0;
  const file = address !== '' && leadsSomewhere(to) ? writing.add({ address, path }, to) : undefined;
  if (file === undefined || to === undefined) {
    outcome.lost.push(publicAddress(site, address));
    return 0;
  }
  const others = writing.byLanguage ? inLanguages.filter((one) => one.to.address !== one.address) : [];
  const added = others.slice(0, Math.max(0, mostOfOthers)).filter((one) => {
    return writing.add({ address: one.address, path: undefined }, one.to) !== undefined;
  });
  outcome.lost.push(...others.filter((one) => !added.includes(one)).map((one) => publicAddress(site, one.address)));
  const languages = added.length === 0 ? {} : { languages: added.length };
  const assumed = to.isAssumed === true && { isAssumed: true };
  const shownTo = publicTarget(site, writing.toPages ? { ...to, hash: undefined } : to);
  outcome.redirects.push({ from: publicAddress(site, address), to: shownTo, path: file, ...languages, ...assumed });
  return added.length;
}

function leadsSomewhere(to: LinkTarget | undefined): to is LinkTarget {
  return to !== undefined && (to.address ?? to.url) !== undefined;
}

/** Returns an address as readers see it. */
export function publicAddress({ base }: Site, address: string): string {
  return `${base}${address}` || '/';
}

export function publicTarget(site: Site, { url, address, hash }: LinkTarget): string {
  return url ?? publicAddress(site, address ?? '') + (hash ?? '');
}
