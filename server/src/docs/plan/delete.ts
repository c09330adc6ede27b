import { lineFinder, type TextEdit } from '../text/lines.ts';
import type { Resolution } from '../links/resolution.ts';
import { withAnchor } from '../links/wrapped.ts';
import { mapBounded } from '../map-bounded.ts';
import type { PageFacts, PageLink, PageReference } from '../parse/page-facts.ts';
import type { TargetUse } from '../site/kind.ts';
import type { DocsTree, Span } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { openDrafts } from './drafts.ts';
import type { LinkTarget } from './link-target.ts';
import { findTarget, formerPathsOf } from './redirects/former-paths.ts';
import { formerFoldersOf } from './redirects/former-folders.ts';
import { pagesThatLeadTo } from './inbound-links.ts';
import { updateMentions } from './mentions.ts';
import { spelledFor } from './move.ts';
import { removeFromNavigation } from './navigation-edits.ts';
import { sortedLinks, type ChangedLink, type Plan } from './plan.ts';
import { redirectFormerPages } from './redirects/redirects.ts';
import { filesAt, treeWithout } from './trees.ts';
import { useOf } from '../links/uses.ts';

/** What replaces the deleted files: paths, addresses or URLs. */
interface Successor {
  /** Where the old addresses lead; nowhere if absent. */
  redirectTo?: string | undefined;
  /** Where links lead. Defaults to `redirectTo`; '' makes them plain text in any case. */
  linksTo?: string | undefined;
}

/**
 * Plans the deletion of a file, or of all files of a folder. Its pages leave the navigation, and links to them become
 * plain text, or lead to what replaces them.
 * @throws CopydeskError `file_refused` if the folder has too many files; `path_refused` if the successor does not
 *   exist.
 */
export async function planDelete(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  path: string,
  { redirectTo, linksTo = redirectTo }: Successor = {},
): Promise<Plan> {
  const gone = new Set(filesAt(view.index, path));
  const after = await openTree(treeWithout(view.tree, gone));
  const end = redirectTo === undefined ? undefined : await findTarget(after, redirectTo);
  const to = linksTo === undefined || linksTo === '' ? undefined : await findTarget(after, linksTo);
  const links: ChangedLink[] = [];
  const drafts = openDrafts(view);
  const pages = (await pagesThatLeadTo(view, [...gone])).filter((page) => !gone.has(page));
  await mapBounded(pages, 8, async (page) => {
    const changed = await withoutLinks(view, after, page, { gone, to });
    drafts.add(page, changed.edits);
    links.push(...changed.links);
  });
  await removeFromNavigation(view, gone, drafts);
  const formerPaths = await formerPathsOf(view, after, [...gone], () => Promise.resolve(end));
  const redirected = await redirectFormerPages(view, formerPaths, drafts);
  const { mentions, more } = await updateMentions(
    view,
    { formerPaths, folders: formerFoldersOf(view, after, path) },
    drafts,
  );
  const files = [...gone].map((from) => ({ from }));
  return { files, edits: await drafts.files(), ...redirected, links: sortedLinks(links), mentions, moreMentions: more };
}

async function withoutLinks(
  view: DocsView,
  after: DocsView,
  page: string,
  { gone, to }: { gone: ReadonlySet<string>; to: LinkTarget | undefined },
): Promise<{ edits: TextEdit[]; links: ChangedLink[] }> {
  const [text, facts] = await Promise.all([view.text(page), view.page(page)]);
  const changed: { edits: TextEdit[]; links: ChangedLink[] } = { edits: [], links: [] };
  if (text.kind !== 'known' || facts.kind !== 'known') return changed;
  const report = linkReporter(page, text.value, facts.value);
  for (const link of facts.value.links) {
    const use = useOf(view.sites.of(page).kind, link) ?? 'attribute';
    const was = pathOf(await view.resolve(page, link.target, use));
    if (was === undefined || !gone.has(was)) continue;
    const other = to && (await successorOf(after, page, { target: link.target, was, use }, to));
    const edits = other ? [{ ...link.span, text: other }] : editsToUnlink(text.value, facts.value, link);
    changed.edits.push(...edits);
    if (edits.length > 0) changed.links.push(...report(link, other));
  }
  return changed;
}

/** Returns a function that reports a link with its new target, or each of its uses with the line that loses it. */
function linkReporter(page: string, text: string, facts: PageFacts) {
  const lineOf = lineFinder(text);
  return (link: PageLink, other: string | undefined): ChangedLink[] => {
    const { target: was, span } = link;
    if (other !== undefined) return [{ path: page, line: lineOf(span.start), was, is: other }];
    return usesOf(facts, link).map(({ start }) => {
      return { path: page, line: lineOf(start), was, is: undefined, text: lineText(text, start) };
    });
  };
}

/** Returns the file to which a link leads. */
function pathOf(resolution: Resolution): string | undefined {
  return resolution.kind === 'found' ? resolution.path : undefined;
}

/**
 * Returns the target of a link that leads to the successor. The link's own anchor is dropped, as it belongs to the
 * deleted page.
 */
async function successorOf(
  after: DocsView,
  page: string,
  { target, was, use }: { target: string; was: string; use: TargetUse },
  { path, url, hash = '' }: LinkTarget,
): Promise<string | undefined> {
  if (url !== undefined) return use === 'image' ? undefined : url;
  if (path === undefined) return undefined;
  const plain = target.replace(/#.*$/, '');
  const spelled = await spelledFor(after, { from: page, place: page, target: plain, was, to: path, use });
  if (spelled === undefined || hash.length < 2) return spelled;
  return withAnchor(after.sites.of(page), spelled, hash.slice(1));
}

/** Returns where readers see a link: for a definition, where it is used. */
function usesOf({ references }: PageFacts, { kind, identifier, span }: PageLink): Span[] {
  const uses = kind === 'definition' ? references.filter((one) => one.identifier === identifier) : [];
  return uses.length > 0 ? uses : [span];
}

/** How many characters of a line are shown before and after the start of a link. */
const shownBefore = 100;
const shownAfter = 140;

function lineText(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - shownBefore);
  const newline = text.indexOf('\n', offset);
  const end = Math.min(newline === -1 ? text.length : newline, offset + shownAfter);
  return text.slice(start, end).toWellFormed().trim();
}

function editsToUnlink(text: string, facts: PageFacts, link: PageLink): TextEdit[] {
  switch (link.kind) {
    case 'link':
    case 'image':
      return link.label ? aroundLabel(link, link.label) : [];
    case 'definition': {
      const uses = facts.references.filter(({ identifier }) => identifier === link.identifier);
      return [wholeLines(text, link), ...uses.flatMap((use: PageReference) => aroundLabel(use, use.label))];
    }
    case 'attribute':
      // A person must decide about a button of a front page.
      if (link.element === 'front-matter') return [];
      return withoutElement(text, link) ?? [withoutAttribute(text, link)];
  }
}

/** Removes what surrounds a label and keeps the label, because it may contain other links to fix. */
function aroundLabel(whole: { start: number; end: number }, label: { start: number; end: number }): TextEdit[] {
  return [
    { start: whole.start, end: label.start, text: '' },
    { start: label.end, end: whole.end, text: '' },
  ];
}

/** Removes a definition. If it is alone on its lines, they are removed with their line ending. */
function wholeLines(text: string, { start, end }: { start: number; end: number }): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const alone =
    text.slice(lineStart, start).trim() === '' && text.slice(end, newline === -1 ? undefined : newline).trim() === '';
  if (!alone) return { start, end, text: '' };
  return { start: lineStart, end: newline === -1 ? text.length : newline + 1, text: '' };
}

/**
 * Reduces a link element to its text: `<a href="…">text</a>` → `text`; returns undefined if the element is more than a
 * link.
 */
function withoutElement(text: string, link: PageLink): TextEdit[] | undefined {
  const close = closings.get(link.element ?? '');
  const end = close && new RegExp(close, 'gi');
  if (!end) return undefined;
  end.lastIndex = link.end;
  const found = end.exec(text);
  if (!found || /<a |\{%-?\s*content-ref/.test(text.slice(link.end, found.index))) return undefined;
  return [
    { start: link.start, end: link.end, text: '' },
    { start: found.index, end: found.index + found[0].length, text: '' },
  ];
}

const closings = new Map([
  ['a', '</a\\s*>'],
  ['content-ref', '\\{%-?\\s*endcontent-ref\\s*-?%\\}'],
]);

/** Removes the attribute: `<Card title="A" href="/a">` → `<Card title="A">`. */
function withoutAttribute(text: string, { start, span }: PageLink): TextEdit {
  const before = /\s+[\w:-]+\s*=\s*["']?$/.exec(text.slice(start, span.start));
  const quoted = /["']/.test(text[span.end] ?? '') ? 1 : 0;
  return { start: before ? start + before.index : span.start, end: span.end + quoted, text: '' };
}
