import type { TextEdit } from '../../text/lines.ts';
import type { Target } from '../../links/target.ts';
import { plainTarget, unwrapTarget, withAnchor } from '../../links/wrapped.ts';
import { folderOf, isMarkdown, relativePath } from '../../text/paths.ts';
import type { DocsView } from '../../view.ts';
import { targetsOf, type PageTarget } from '../inbound-links.ts';
import { spelledFor } from '../move.ts';
import type { Destination, FindDestination } from './anchors.ts';
import type { Place } from './place.ts';
import type { Stretch } from './stretch.ts';

/** Text that moves, with its source and its target. */
export interface TransferWork {
  view: DocsView;
  after: DocsView;
  stretch: Stretch;
  place: Place;
  destination: FindDestination;
}

/** The new target of a link. */
export interface LinkEdit extends TextEdit {
  was: string;
  /** Whether the link is in the moved text. */
  isInside: boolean;
}

/** Returns the links of a page whose target changed, or whose spelling must change to lead to the same target. */
export async function changedLinks(work: TransferWork, page: string): Promise<LinkEdit[]> {
  const { view, stretch } = work;
  const facts = await view.page(page);
  if (facts.kind !== 'known') return [];
  const edits: LinkEdit[] = [];
  for (const link of targetsOf(view.sites.of(page).kind, facts.value)) {
    const { start, end } = link.span;
    const isInside = page === stretch.path && start >= stretch.start && end <= stretch.end;
    // Links in front matter are removed with the page.
    if (page === stretch.path && stretch.whole && !isInside) continue;
    const text = await newTarget(work, { page, link, isInside });
    if (text !== undefined && text !== link.target) edits.push({ start, end, text, was: link.target, isInside });
  }
  return edits;
}

/** Returns the new target of a link; undefined if it may stay unchanged, and if no target is known. */
export async function newTarget(
  work: TransferWork,
  { page, link, isInside }: { page: string; link: PageTarget; isInside: boolean },
): Promise<string | undefined> {
  const { view } = work;
  const { target, use } = link;
  const place = isInside ? work.place.path : page;
  const resolution = await view.resolve(page, target, use);
  if (resolution.kind === 'missing') return brokenTarget(view, { page, place, target, expected: resolution.expected });
  if (resolution.kind !== 'found' || resolution.path === undefined) return undefined;
  const { path: was, anchor } = resolution;
  if (await isByName(work, { target, use, was, place })) return undefined;
  return leadingTarget(work, { page, place, link, was, anchor });
}

/** A broken link stays broken, and still names the same file. */
function brokenTarget(
  view: DocsView,
  { page, place, target, expected }: { page: string; place: string; target: string; expected: string },
): string | undefined {
  const site = view.sites.of(page);
  const parsed = plainTarget(site, target);
  if (parsed.kind !== 'local' || parsed.path === '' || unwrapTarget(site, target).before !== '') return undefined;
  if (!isRelative(parsed) || folderOf(page) === folderOf(place)) return undefined;
  return relativePath(folderOf(place), expected) + parsed.query + parsed.hash;
}

interface LeadingLink {
  page: string;
  /** The page that contains the link after the move. */
  place: string;
  link: PageTarget;
  /** Where it led before the move. */
  was: string;
  anchor: string;
}

async function leadingTarget(
  work: TransferWork,
  { page, place, link: { target, use }, was, anchor }: LeadingLink,
): Promise<string | undefined> {
  const site = work.view.sites.of(page);
  const parsed = plainTarget(site, target);
  const to = destinationFrom(work, place, was, anchor);
  const isSpelled = to.path === was && (place === page || !isRelative(parsed));
  if (isSpelled) return to.anchor === anchor ? undefined : withDestinationAnchor(work, place, target, to);
  if (to.path === place && to.anchor !== '' && unwrapTarget(site, target).before === '') return `#${to.anchor}`;
  const isBare = parsed.kind === 'local' && parsed.path === '';
  const like = (isBare ? await linkNear(work, page) : undefined) ?? { from: page, target, was };
  const spelled = await spelledFor(work.after, { ...like, place, to: to.path, use });
  return spelled === undefined ? undefined : withDestinationAnchor(work, place, spelled, to, anchor);
}

/** Returns where the target of a link is after the move. Links from other pages do not name the anchor of a title. */
function destinationFrom({ destination }: TransferWork, place: string, was: string, anchor: string): Destination {
  const found = destination(was, anchor);
  return found.isTop === true && found.path !== place ? { ...found, anchor: '' } : found;
}

function isRelative(target: Target): boolean {
  return target.kind === 'local' && !/^[/@]/.test(target.path);
}

/** Returns whether a link names a place by a name, such as a label of MyST, which is valid wherever its text is. */
async function isByName(
  { view, after, stretch, place: target }: TransferWork,
  link: Pick<PageTarget, 'target' | 'use'> & { was: string; place: string },
): Promise<boolean> {
  if (link.was !== stretch.path && link.was !== target.path) return false;
  const { label } = unwrapTarget(view.sites.of(link.was), link.target, link.use);
  if (label === undefined || !(await view.namesIn(link.was)).includes(label)) return false;
  const there = await after.resolve(link.place, link.target, link.use);
  return there.kind === 'found';
}

/** Returns the target with the anchor of its destination, unless it has that already. */
function withDestinationAnchor(
  { after }: TransferWork,
  place: string,
  target: string,
  { anchor }: Destination,
  had?: string,
): string {
  if (unwrapTarget(after.sites.of(place), target).pagesOnly === true) return target;
  if (anchor === had && target.includes('#') === (anchor !== '')) return target;
  if (anchor !== '') return withAnchor(after.sites.of(place), target, anchor);
  return unwrapTarget(after.sites.of(place), target).before === '' ? target.replace(/#.*$/, '') : target;
}

/** Returns a nearby link to another page as an example of style: `#setup` alone does not show how paths are written. */
async function linkNear(
  { view, stretch, place }: TransferWork,
  page: string,
): Promise<{ from: string; target: string; was: string } | undefined> {
  const neighbours = view.pages.filter((path) => folderOf(path) === folderOf(page)).slice(0, maximumNeighbours);
  for (const from of new Set([page, stretch.path, ...(place.page ? [place.path] : []), ...neighbours])) {
    const facts = await view.page(from);
    if (facts.kind !== 'known') continue;
    const site = view.sites.of(from);
    for (const { target, use } of targetsOf(site.kind, facts.value)) {
      if (use !== 'link' || !isPath(plainTarget(site, target)) || /[?#]/.test(target)) continue;
      const found = await view.resolve(from, target, use);
      if (found.kind === 'found' && found.path !== undefined && isMarkdown(found.path) && found.path !== from)
        return { from, target, was: found.path };
    }
  }
  return undefined;
}

function isPath(target: Target): boolean {
  return target.kind === 'local' && target.path !== '';
}

const maximumNeighbours = 8;
