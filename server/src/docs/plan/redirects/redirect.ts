import { CopydeskError, isCopydeskError } from '@copydesk/contract/errors';
import { codeMark } from '@copydesk/contract/machine-words';
import { decoded } from '../../text/decoded.ts';
import { isMarkdown, isWithin } from '../../text/paths.ts';
import { addressOfLink, resolveDirectly, type RedirectEntry } from '../../redirects/open.ts';
import type { Site } from '../../site/kind.ts';
import { addressesOf } from '../../site/routes.ts';
import type { DocsView } from '../../view.ts';
import { openDrafts } from '../drafts.ts';
import { addressBelow, hostRootOf } from '../host-root.ts';
import { addressAt } from '../link-target.ts';
import { findTarget } from './former-paths.ts';
import type { Plan } from '../plan.ts';
import { openRedirectWriting, type RedirectWriting } from './redirect-writing.ts';
import { publicAddress, publicTarget } from './redirects.ts';

/** A requested redirect: from an address or the path of a deleted page, to a page, an address or a URL. */
export interface WantedRedirect {
  from: string;
  to: string;
}

/** Redirects that are planned together, and those that were refused. */
export interface RedirectPlan extends Plan {
  refused: { from: string; because: string }[];
}

/**
 * Plans the redirect of an address to a page, an address or a URL.
 * @throws CopydeskError `path_refused` if there is still a page at `from`, if there is none at `to`, or if the site
 *   keeps no redirects that can be written.
 */
export async function planRedirect(view: DocsView, from: string, to: string): Promise<Plan> {
  const site = view.index.isFile(from) ? view.sites.of(from) : view.sites.main;
  const work = await openWork(view, site);
  await addWanted(work, { from, to });
  return await finishPlan(work);
}

/** Plans many redirects of the main site at once: their files are read and written once. */
export async function planRedirects(view: DocsView, wanted: readonly WantedRedirect[]): Promise<RedirectPlan> {
  const work = await openWork(view, view.sites.main);
  const refused: RedirectPlan['refused'] = [];
  for (const one of wanted) {
    try {
      await addWanted(work, one);
    } catch (error) {
      if (!isCopydeskError(error, 'path_refused')) throw error;
      refused.push({ from: one.from, because: error.message });
    }
  }
  return { ...(await finishPlan(work)), refused };
}

interface Work {
  view: DocsView;
  site: Site;
  writing: RedirectWriting;
  /** The address to which each existing redirect leads. */
  ends: Map<RedirectEntry, string | undefined>;
  redirects: Plan['redirects'];
}

async function openWork(view: DocsView, site: Site): Promise<Work> {
  const writing = await openRedirectWriting(view, site);
  const ends = new Map(writing.entries.map((entry) => [entry, addressOfLink(site, entry.link)]));
  return { view, site, writing, ends, redirects: [] };
}

/**
 * Adds a requested redirect.
 * @throws CopydeskError `path_refused`
 */
async function addWanted({ view, site, writing, ends, redirects }: Work, { from, to }: WantedRedirect): Promise<void> {
  for (const address of [from, to]) refuseCommands(address);
  const address = await oldAddress(view, site, from);
  refuseCircle(site, writing.entries, { address, from, to });
  const end = await findTarget(view, to);
  const there = await resolveDirectly(view, site, writing.entries, address || '/');
  if (address === '' || (there.kind === 'found' && there.path !== undefined))
    throw new CopydeskError(
      'path_refused',
      `${from} is a page that is there: move or delete it to redirect its address.`,
    );
  for (const entry of writing.entries) {
    // A redirect that led to the old address leads directly to the new one.
    if (ends.get(entry) === address && entry.address !== address) writing.repoint(entry, end);
    if (end.path !== undefined && entry.address === end.address) writing.remove(entry);
  }
  const path = writing.add({ address, path: undefined }, end);
  if (path === undefined) {
    throw new CopydeskError('path_refused', noPlaceMessage(site));
  }
  const assumed = end.isAssumed === true && { isAssumed: true };
  redirects.push({ from: publicAddress(site, address), to: publicTarget(site, end), path, ...assumed });
}

function noPlaceMessage({ kind, hosts }: Site): string {
  const there = hosts.map(({ path }) => path).join(', ');
  return there === ''
    ? `Copydesk found no place to write redirects for ${kind.label}: the site has no setting for redirects, and there is no _redirects, vercel.json or netlify.toml.`
    : `This redirect cannot be written into ${there}: the file cannot be read, or the address contains characters that the file does not allow.`;
}

async function finishPlan({ view, writing, redirects }: Work): Promise<Plan> {
  const drafts = openDrafts(view);
  await writing.finish(drafts);
  const written = await Promise.all(
    (await drafts.files()).map(async ({ path: file, content }) => ({
      path: file,
      content,
      was: await view.text(file),
    })),
  );
  // Here redirects are the request itself, so their edits are not optional. A file that would not change is not
  // written.
  const edits = written
    .filter(({ content, was }) => was.kind !== 'known' || was.value !== content)
    .map(({ path: file, content }) => ({ path: file, content }));
  return { files: [], edits, redirects, lost: [], links: [], mentions: [], moreMentions: 0 };
}

/**
 * Returns the address that a person means: the address of a page given by its path, even of a deleted page, or the
 * address as written.
 */
async function oldAddress(view: DocsView, site: Site, from: string): Promise<string> {
  const path = from.replace(/[?#].*$/, '');
  const wasPage = isMarkdown(path) && site.contents.some(({ folder }) => isWithin(path, folder));
  const ofPage = (await addressAt(view, path)) ?? (wasPage ? await formerAddress(view, site, path) : undefined);
  return ofPage ?? addressOfLink(site, path.startsWith('/') ? path : `/${path}`) ?? '';
}

/** Returns the address that a page had which is no longer there. */
async function formerAddress(view: DocsView, site: Site, path: string): Promise<string | undefined> {
  const root = site.kind.addresses.public ? undefined : await hostRootOf(view, site);
  return root === undefined ? addressesOf(site, path, {})[0] : addressBelow(site, root.folder, path, {});
}

/** @throws CopydeskError `path_refused` if a script that reads the file of redirects could run a part of the address. */
function refuseCommands(address: string): void {
  if (codeMark.test(decoded(address).normalize('NFKC')))
    throw new CopydeskError(
      'path_refused',
      `${address} contains what a shell or a template may run: use a plain address.`,
    );
}

/** No browser follows more redirects in a row. */
const longestChain = 20;

/**
 * Refuses a circle of redirects.
 * @throws CopydeskError `path_refused` if redirects lead from the new place to the old one.
 */
function refuseCircle(
  site: Site,
  entries: RedirectEntry[],
  { address, from, to }: { address: string; from: string; to: string },
): void {
  let link: string | undefined = to.startsWith('/') ? to : `/${to}`;
  for (let step = 0; link !== undefined && step < longestChain; step += 1) {
    const here = addressOfLink(site, link);
    if (here === address)
      throw new CopydeskError(
        'path_refused',
        step === 0
          ? `${from} cannot lead to itself.`
          : `${to} leads to ${from} already, so a redirect from there would go round in a circle.`,
      );
    link = entries.find((entry) => entry.address !== undefined && entry.address === here)?.link;
  }
}
