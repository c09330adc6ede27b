import { CopydeskError } from '@copydesk/contract';
import { addressOfLink, resolveDirectly } from '../redirects/open.ts';
import type { DocsView } from '../view.ts';
import { openDrafts } from './drafts.ts';
import { addressAt, endOf } from './endings.ts';
import type { Plan } from './plan.ts';
import { openRedirectWriting } from './redirect-writing.ts';
import { shown, shownEnd } from './redirects.ts';

/**
 * What leads readers on from an address to a page, an address or a URL.
 * @throws CopydeskError `path_refused` when there is still a page at `from`, when there is none at `to`, or when the site
 *   keeps no redirects that can be written.
 */
export async function planRedirect(view: DocsView, from: string, to: string): Promise<Plan> {
  const site = view.index.isFile(from) ? view.sites.of(from) : view.sites.main;
  const address = (await addressAt(view, from)) ?? addressOfLink(site, from.startsWith('/') ? from : `/${from}`) ?? '';
  const end = await endOf(view, to);
  const writing = await openRedirectWriting(view, site);
  const there = await resolveDirectly(view, site, writing.leads, address || '/');
  if (address === '' || (there.kind === 'found' && there.path !== undefined))
    throw new CopydeskError(
      'path_refused',
      `${from} is a page that is there: move or delete it to redirect its address.`,
    );
  for (const lead of writing.leads) {
    // What led to the old address goes straight to the new one.
    if (addressOfLink(site, lead.link) === address && lead.address !== address) writing.repoint(lead, end);
    if (end.path !== undefined && lead.address === end.address) writing.remove(lead);
  }
  const path = writing.add({ address, path: undefined }, end);
  if (path === undefined) {
    const message = `${site.kind.label} has no place for redirects here that can be written: no setting of the site that is set up, and no _redirects, vercel.json or netlify.toml.`;
    throw new CopydeskError('path_refused', message);
  }
  const drafts = openDrafts(view);
  await writing.finish(drafts);
  const redirects = [{ from: shown(site, address), to: shownEnd(site, end), path }];
  // Here they are what was asked for.
  const edits = (await drafts.files()).map(({ path: file, content }) => ({ path: file, content }));
  return { files: [], edits, redirects, lost: [], mentions: [], moreMentions: 0 };
}
