import { resolveDirectly } from '../redirects/open.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import type { Drafts } from './drafts.ts';
import type { Ending, NewEnd } from './endings.ts';
import type { Plan } from './plan.ts';
import { openRedirectWriting, type RedirectWriting } from './redirect-writing.ts';

type Led = Pick<Plan, 'redirects' | 'lost'>;

/**
 * Leads readers on from where pages were: writes redirects where the site keeps them, and points those that led to the
 * old places to the new ones, so that none leads to another. What nothing can be said of is lost. Without `adds` no new
 * redirect is written.
 */
export async function leadOn(view: DocsView, endings: Ending[], drafts: Drafts, adds = true): Promise<Led> {
  const led: Led = { redirects: [], lost: [] };
  for (const site of new Set(endings.map((ending) => ending.site))) {
    const own = endings.filter((ending) => ending.site === site);
    if (!own.some(({ address }) => address !== undefined)) continue;
    const writing = await openRedirectWriting(view, site);
    await pointAnew(view, { site, writing, led }, own);
    for (const ending of own) addRedirect({ site, writing, led }, adds ? ending : withoutEnd(ending));
    await writing.finish(drafts);
  }
  return { redirects: led.redirects, lost: [...new Set(led.lost)] };
}

/** A page that is at another address now, which nothing tells. */
function withoutEnd(ending: Ending): Ending {
  const isSame = ending.to?.address === ending.address && ending.to?.hash === undefined;
  return isSame ? ending : { ...ending, to: undefined };
}

interface Work {
  site: Site;
  writing: RedirectWriting;
  led: Led;
}

/** Redirects that led to the old places lead to the new ones; those that lead nowhere now are taken out. */
async function pointAnew(view: DocsView, { site, writing, led }: Work, endings: Ending[]): Promise<void> {
  const byPath = new Map(endings.map((ending) => [ending.path, ending]));
  const taken = new Set(
    endings.flatMap(({ to, address }) => (to?.path && to.address !== address ? (to.address ?? []) : [])),
  );
  for (const lead of writing.leads) {
    // A page has come to where an old one was led on from: it has the address to itself.
    if (lead.address !== undefined && taken.has(lead.address)) {
      writing.remove(lead);
      continue;
    }
    const resolution = await resolveDirectly(view, site, writing.leads, lead.link);
    const ending =
      resolution.kind === 'found' && resolution.path !== undefined ? byPath.get(resolution.path) : undefined;
    if (!ending || (ending.to && writing.repoint(lead, ending.to))) continue;
    if (ending.to) continue;
    writing.remove(lead);
    if (lead.address !== undefined) led.lost.push(shown(site, lead.address));
  }
}

function addRedirect({ site, writing, led }: Work, { address, path, to }: Ending): void {
  if (address === undefined || (to?.address === address && to.hash === undefined)) return;
  const leads = address !== '' && to !== undefined && (to.address ?? to.url) !== undefined;
  const file = leads ? writing.add({ address, path }, to) : undefined;
  if (file === undefined || to === undefined) led.lost.push(shown(site, address));
  else led.redirects.push({ from: shown(site, address), to: shownEnd(site, to), path: file });
}

/** An address as readers have it. */
export function shown({ base }: Site, address: string): string {
  return `${base}${address}` || '/';
}

export function shownEnd(site: Site, { url, address, hash }: NewEnd): string {
  return url ?? shown(site, address ?? '') + (hash ?? '');
}
