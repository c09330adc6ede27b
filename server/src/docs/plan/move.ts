import { lineFinder, type TextEdit } from '../text/lines.ts';
import { respell } from '../links/respell.ts';
import { relativeBasesOf } from '../links/relative-bases.ts';
import { plainTarget, unwrapTarget } from '../links/wrapped.ts';
import { mapBounded } from '../map-bounded.ts';
import { partsOf } from '../parts/parts.ts';
import { folderOf, isMarkdown, relativePath, stemOf } from '../text/paths.ts';
import { addressesOf } from '../site/routes.ts';
import type { DocsTree, FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { planAdd } from './add.ts';
import { openDrafts } from './drafts.ts';
import { formerPathsOf, pageTarget } from './redirects/former-paths.ts';
import { formerFoldersOf } from './redirects/former-folders.ts';
import { pagesThatLeadTo, targetsOf, type PageTarget } from './inbound-links.ts';
import { updateMentions } from './mentions.ts';
import { movedParts, pagesThatInclude } from './moved-parts.ts';
import { moveInNavigation, type UnnamedPage } from './navigation-edits.ts';
import { sortedLinks, type ChangedLink, type Plan } from './plan.ts';
import { redirectFormerPages } from './redirects/redirects.ts';
import { filesAt, movedTree } from './trees.ts';
import type { Site, TargetUse } from '../site/kind.ts';

/**
 * Plans the move of `from`, a file or a folder, to `to`, so that links, imports, includes, navigation and addresses
 * stay correct. The moved files are among its edits. Old addresses are redirected to the new ones unless `redirect` is
 * false.
 * @throws CopydeskError `file_refused` if the folder has too many files.
 */
export async function planMove(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  { from, to, redirect = true }: { from: string; to: string; redirect?: boolean },
): Promise<Plan> {
  const moves = new Map(filesAt(view.index, from).map((path) => [path, to + path.slice(from.length)]));
  const after = await openTree(movedTree(view.tree, moves));
  const drafts = openDrafts(view, moves);
  const parts = [partsOf(view), partsOf(after)] as const;
  const paths = [...moves.keys()];
  const around = [...(await pagesThatLeadTo(view, paths)), ...(await pagesThatInclude(view, paths))];
  const links: ChangedLink[] = [];
  await mapBounded([...new Set([...around, ...paths.filter(isMarkdown)])], 8, async (page) => {
    const edits = await editsToRetarget(view, after, page, moves);
    drafts.add(page, edits);
    drafts.add(page, await movedParts(...parts, { page, moves }));
    links.push(...(await linesOf(view, edits, { page, place: moves.get(page) ?? page })));
  });
  const folders = formerFoldersOf(view, after, from, to);
  const unnamed = await moveInNavigation(view, after, { moves, folders }, drafts);
  const formerPaths = await formerPathsOf(view, after, paths, (path) =>
    pageTarget(after, moves.get(path) ?? path, path, view),
  );
  const redirected = await redirectFormerPages(view, formerPaths, drafts, redirect);
  const { mentions, more } = await updateMentions(view, { formerPaths, folders }, drafts);
  const files = [...moves].map(([was, is]) => ({ from: was, to: is }));
  const edits = await withEntries(after, openTree, unnamed, await drafts.files());
  return { files, edits, ...redirected, links: sortedLinks(links), mentions, moreMentions: more };
}

/**
 * Adds an entry for each page that its navigation file cannot name at the new path, in a file that can, if there is
 * one.
 */
async function withEntries(
  after: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  unnamed: UnnamedPage[],
  edits: FileEdit[],
): Promise<FileEdit[]> {
  const all = [...edits];
  for (const { to, title } of unnamed) {
    const added = await planAdd(after, openTree, { path: to, title: title ?? stemOf(to), after: undefined });
    all.push(...added.filter(({ path }) => all.every((edit) => edit.path !== path)));
  }
  return all;
}

async function linesOf(
  view: DocsView,
  edits: (TextEdit & { was: string })[],
  { page, place }: { page: string; place: string },
): Promise<ChangedLink[]> {
  const text = edits.length === 0 ? undefined : await view.text(page);
  if (text?.kind !== 'known') return [];
  const lineOf = lineFinder(text.value);
  return edits.map(({ start, was, text: is }) => ({ path: place, line: lineOf(start), was, is }));
}

/** Returns the new targets of a page's links to moved files, and of its relative links if the page itself moves. */
async function editsToRetarget(
  view: DocsView,
  after: DocsView,
  page: string,
  moves: ReadonlyMap<string, string>,
): Promise<(TextEdit & { was: string })[]> {
  const facts = await view.page(page);
  if (facts.kind !== 'known') return [];
  const edits: (TextEdit & { was: string })[] = [];
  for (const link of targetsOf(view.sites.of(page).kind, facts.value)) {
    const text = await newTarget(view, after, { page, link, moves });
    if (text !== undefined && text !== link.target) edits.push({ ...link.span, text, was: link.target });
  }
  return edits;
}

async function newTarget(
  view: DocsView,
  after: DocsView,
  { page, link, moves }: { page: string; link: PageTarget; moves: ReadonlyMap<string, string> },
): Promise<string | undefined> {
  const { target, use } = link;
  const place = moves.get(page) ?? page;
  const resolution = await view.resolve(page, target, use);
  if (resolution.kind === 'found' && resolution.path !== undefined) {
    const was = resolution.path;
    const to = moves.get(was);
    if (to === undefined && (place === page || !isRelative(view.sites.of(page), target))) return undefined;
    return spelledFor(after, { from: page, place, target, was, to: to ?? was, use });
  }
  if (resolution.kind !== 'missing' || folderOf(page) === folderOf(place)) return undefined;
  return brokenTarget(view.sites.of(page), target, relativePath(folderOf(place), resolution.expected));
}

/** A broken link stays broken, and still names the same file. */
function brokenTarget(site: Site, target: string, path: string): string | undefined {
  const parsed = plainTarget(site, target);
  const isWrapped = unwrapTarget(site, target).before !== '';
  if (parsed.kind !== 'local' || isWrapped || !isRelative(site, target)) return undefined;
  return path + parsed.query + parsed.hash;
}

function isRelative(site: Site, target: string): boolean {
  const parsed = plainTarget(site, target);
  return parsed.kind === 'local' && parsed.path !== '' && !/^(?:\/|@)/.test(parsed.path);
}

/**
 * Returns the spelling that leads to a file in the tree as it will be, in the style of the present one. The present
 * spelling is kept if it still leads there.
 */
export async function spelledFor(
  after: DocsView,
  link: { from: string; place: string; target: string; was: string; to: string; use: TargetUse },
): Promise<string | undefined> {
  const { from, place, target, was, to, use } = link;
  const pathIn = (spelling: string) => {
    const parsed = plainTarget(after.sites.of(place), spelling);
    return parsed.kind === 'local' ? parsed.path : '';
  };
  const bases = relativeBasesOf(from, pathIn(target), was);
  const isAlike = (spelling: string) => {
    const now = relativeBasesOf(place, pathIn(spelling), to);
    return bases.file === bases.browser || (bases.file ? now.file : now.browser);
  };
  const resolution = await after.resolve(place, target, use);
  if (resolution.kind === 'found' && resolution.path === to && isAlike(target)) return target;
  const site = after.sites.of(to);
  const rough = isMarkdown(to) ? await after.facts.rough(after.tree, to) : undefined;
  const routes = rough?.kind === 'known' ? addressesOf(site, to, rough.value.frontMatter) : [];
  if (site.kind.addresses.fromFrontMatter) await after.routesOf(site);
  const leads = (spelling: string) => {
    const found = after.resolveQuickly(place, spelling, use);
    return found.kind === 'found' && found.path === to;
  };
  const address = await addressOf(after, place);
  const wanted = { site: after.sites.of(place), from: place, address, raw: target, was, to, routes };
  return (
    respell({ ...wanted, leads: (spelling) => isAlike(spelling) && leads(spelling) }) ?? respell({ ...wanted, leads })
  );
}

/** Returns the address to which relative targets of a page are joined, if that is not its path. */
async function addressOf(view: DocsView, page: string): Promise<string | undefined> {
  const site = view.sites.of(page);
  const rough = site.kind.addresses.exact === true ? await view.facts.rough(view.tree, page) : undefined;
  return rough?.kind === 'known' ? addressesOf(site, page, rough.value.frontMatter)[0] : undefined;
}
