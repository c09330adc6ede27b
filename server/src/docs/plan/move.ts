import { replaceSpans, type TextEdit } from '../lines.ts';
import { respell } from '../links/respell.ts';
import { parseTarget } from '../links/target.ts';
import { mapBounded } from '../map-bounded.ts';
import { openParts } from '../parts/parts.ts';
import { folderOf, isMarkdown, relativePath, stemOf } from '../paths.ts';
import { addressesOf } from '../site/routes.ts';
import type { DocsTree, FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { planAdd } from './add.ts';
import { pagesThatLeadTo, targetsOf } from './inbound-links.ts';
import { movedParts, pagesThatTakeIn } from './moved-parts.ts';
import { moveInNavigation } from './navigation-edits.ts';
import { movedTree } from './trees.ts';
import type { TargetUse } from '../site/kind.ts';

/** The edits that keep links, imports, includes and navigation right when `from` becomes `to`; the moved file itself is among them. */
export async function planMove(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  from: string,
  to: string,
): Promise<FileEdit[]> {
  const after = await openTree(movedTree(view.tree, from, to));
  const parts = [openParts(view), openParts(after)] as const;
  const pages = [...new Set([...(await pagesThatLeadTo(view, from)), ...(await pagesThatTakeIn(view, from))])];
  const editsOf = async (page: string) => [
    ...(await inbound(view, after, { page, from, to })),
    ...(await movedParts(...parts, { page, from, to })),
  ];
  const others = await mapBounded(
    pages.filter((page) => page !== from),
    8,
    async (page) => editedFile(view, page, page, await editsOf(page)),
  );
  const own = isMarkdown(from) ? [...(await editsOf(from)), ...(await outbound(view, after, from, to))] : [];
  const moved = await editedFile(view, from, to, own);
  return [...moved, ...others.flat(), ...(await navigation(view, after, openTree, { from, to }))];
}

/** An entry that cannot name the new place stands in the file that can, where there is one. */
async function navigation(
  view: DocsView,
  after: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  { from, to }: { from: string; to: string },
): Promise<FileEdit[]> {
  const { edits, lost } = await moveInNavigation(view, after, from, to);
  if (!lost) return edits;
  const added = await planAdd(after, openTree, { path: to, title: lost.title ?? stemOf(to), after: undefined });
  return [...edits, ...added.filter(({ path }) => edits.every((edit) => edit.path !== path))];
}

/** A file with edits; none when nothing changes, unless it has a new path. */
async function editedFile(view: DocsView, path: string, as: string, edits: TextEdit[]): Promise<FileEdit[]> {
  if (edits.length === 0 && path === as) return [];
  const text = await view.text(path);
  return text.kind === 'known' ? [{ path: as, content: replaceSpans(text.value, edits) }] : [];
}

/** New targets of a page's links to the moved file. */
async function inbound(
  view: DocsView,
  after: DocsView,
  { page, from, to }: { page: string; from: string; to: string },
): Promise<TextEdit[]> {
  const facts = await view.page(page);
  if (facts.kind !== 'known') return [];
  const place = page === from ? to : page;
  const edits: TextEdit[] = [];
  for (const { span, target, use } of targetsOf(view.sites.of(from).kind, facts.value)) {
    const resolution = await view.resolve(page, target, use);
    if (resolution.kind !== 'found' || resolution.path !== from) continue;
    const text = await spelledFor(after, { place, target, was: from, to, use });
    if (text !== undefined && text !== target) edits.push({ ...span, text });
  }
  return edits;
}

/** New targets of the moved page's own relative links, so that they lead where they led. */
async function outbound(view: DocsView, after: DocsView, from: string, to: string): Promise<TextEdit[]> {
  const facts = await view.page(from);
  if (facts.kind !== 'known') return [];
  const edits: TextEdit[] = [];
  for (const { span, target, use } of targetsOf(view.sites.of(from).kind, facts.value)) {
    const parsed = parseTarget(target);
    if (parsed.kind !== 'local' || parsed.path === '' || /^(?:\/|@)/.test(parsed.path)) continue;
    const resolution = await view.resolve(from, target, use);
    if (resolution.kind === 'missing' && folderOf(from) !== folderOf(to)) {
      // It was broken and stays so, about the same file.
      edits.push({ ...span, text: relativePath(folderOf(to), resolution.expected) + parsed.query + parsed.hash });
    } else if (resolution.kind === 'found' && resolution.path !== undefined && resolution.path !== from) {
      const text = await spelledFor(after, { place: to, target, was: resolution.path, to: resolution.path, use });
      if (text !== undefined && text !== target) edits.push({ ...span, text });
    }
  }
  return edits;
}

/** The spelling that leads to a file in the tree as it will be; what is there already, where that still does. */
async function spelledFor(
  after: DocsView,
  link: { place: string; target: string; was: string; to: string; use: TargetUse },
): Promise<string | undefined> {
  const { place, target, was, to, use } = link;
  const resolution = await after.resolve(place, target, use);
  if (resolution.kind === 'found' && resolution.path === to) return target;
  const site = after.sites.of(to);
  const rough = isMarkdown(to) ? await after.facts.rough(after.tree, to) : undefined;
  const routes = rough?.kind === 'known' ? addressesOf(site, to, rough.value.frontMatter) : [];
  if (site.kind.addresses.fromFrontMatter) await after.routesOf(site);
  const leads = (spelling: string) => {
    const found = after.resolveQuickly(place, spelling, use);
    return found.kind === 'found' && found.path === to;
  };
  return respell({
    site: after.sites.of(place),
    from: place,
    address: await addressOf(after, place),
    raw: target,
    was,
    to,
    routes,
    leads,
  });
}

/** The address that relative targets of a page are joined to, where that is not its path. */
async function addressOf(view: DocsView, page: string): Promise<string | undefined> {
  const site = view.sites.of(page);
  const rough = site.kind.addresses.exact === true ? await view.facts.rough(view.tree, page) : undefined;
  return rough?.kind === 'known' ? addressesOf(site, page, rough.value.frontMatter)[0] : undefined;
}
