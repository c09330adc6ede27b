import { addressOfLink, resolveDirectly, withoutHtml } from '../redirects/open.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import type { Drafts } from './drafts.ts';
import type { NewEnd } from './end.ts';
import type { Ending } from './endings.ts';
import type { Plan } from './plan.ts';
import { openRedirectWriting, type RedirectWriting } from './redirect-writing.ts';

type Led = Pick<Plan, 'redirects' | 'lost'>;

/**
 * Redirects readers from the former addresses of pages. It writes redirects where the site keeps them, and changes
 * existing ones from the old places to the new ones, so that none leads to another. Addresses for which no redirect can
 * be written are returned as lost. Without `adds`, it writes no new redirect.
 */
export async function leadOn(view: DocsView, endings: Ending[], drafts: Drafts, adds = true): Promise<Led> {
  const led: Led = { redirects: [], lost: [] };
  for (const site of new Set(endings.map((ending) => ending.site))) {
    const own = endings.filter((ending) => ending.site === site);
    if (!own.some(({ address }) => address !== undefined)) continue;
    const writing = await openRedirectWriting(view, site);
    await pointAnew(view, { site, writing, led }, own);
    let left = mostOfLanguages;
    for (const ending of own) left -= addRedirect({ site, writing, led }, adds ? ending : withoutEnd(ending), left);
    await writing.finish(drafts);
  }
  return { redirects: led.redirects, lost: [...new Set(led.lost)] };
}

/** The limit for redirects of languages, because hosts read few: Cloudflare 2,000 in `_redirects`, Vercel 2,048. */
const mostOfLanguages = 500;

/** Removes the target of a page whose address changed, so that no redirect is written. */
function withoutEnd(ending: Ending): Ending {
  const isSame = ending.to?.address === ending.address && ending.to?.hash === undefined;
  return isSame ? ending : { ...ending, to: undefined, inLanguages: [] };
}

interface Work {
  site: Site;
  writing: RedirectWriting;
  led: Led;
}

/**
 * Changes existing redirects to old places so that they lead to the new ones, and removes those that lead nowhere now.
 */
async function pointAnew(view: DocsView, { site, writing, led }: Work, endings: Ending[]): Promise<void> {
  const byPath = new Map(endings.map((ending) => [ending.path, ending]));
  const moved = endings.flatMap((ending) => [ending, ...(ending.inLanguages ?? [])]);
  const taken = new Set(
    moved.flatMap(({ to, address }) =>
      to?.path && to.address !== undefined && to.address !== address ? [to.address, withoutHtml(to.address)] : [],
    ),
  );
  for (const lead of writing.leads) {
    // A page moved to an address that was redirected: the address now belongs to the page.
    if (lead.address !== undefined && taken.has(lead.address)) {
      writing.remove(lead);
      continue;
    }
    const resolution = await resolveDirectly(view, site, writing.leads, lead.link);
    const ending =
      resolution.kind === 'found' && resolution.path !== undefined ? byPath.get(resolution.path) : undefined;
    if (!ending) continue;
    const at = addressOfLink(site, lead.link);
    const to = ending.inLanguages?.find(({ address }) => address === at)?.to ?? ending.to;
    if (to) {
      writing.repoint(lead, to);
      continue;
    }
    writing.remove(lead);
    if (lead.address !== undefined) led.lost.push(shown(site, lead.address));
  }
}

/**
 * Adds a redirect and those of other languages, at most `mostOfOthers` of them. Returns how many of the latter were
 * added.
 */
function addRedirect(work: Work, ending: Ending, mostOfOthers: number): number {
  const { site, writing, led } = work;
  const { address, path, to, inLanguages = [] } = ending;
  if (address === undefined || (to?.address === address && to.hash === undefined)) return 0;
  const leads = address !== '' && to !== undefined && (to.address ?? to.url) !== undefined;
  const file = leads ? writing.add({ address, path }, to) : undefined;
  if (file === undefined || to === undefined) {
    led.lost.push(shown(site, address));
    return 0;
  }
  const others = writing.byLanguage ? inLanguages.filter((one) => one.to.address !== one.address) : [];
  const added = others.slice(0, Math.max(0, mostOfOthers)).filter((one) => {
    return writing.add({ address: one.address, path: undefined }, one.to) !== undefined;
  });
  led.lost.push(...others.filter((one) => !added.includes(one)).map((one) => shown(site, one.address)));
  const languages = added.length === 0 ? {} : { languages: added.length };
  const shownTo = shownEnd(site, writing.toPages ? { ...to, hash: undefined } : to);
  led.redirects.push({ from: shown(site, address), to: shownTo, path: file, ...languages });
  return added.length;
}

/** Returns an address as readers see it. */
export function shown({ base }: Site, address: string): string {
  return `${base}${address}` || '/';
}

export function shownEnd(site: Site, { url, address, hash }: NewEnd): string {
  return url ?? shown(site, address ?? '') + (hash ?? '');
}
