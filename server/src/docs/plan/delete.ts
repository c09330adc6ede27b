import type { TextEdit } from '../lines.ts';
import { mapBounded } from '../map-bounded.ts';
import type { PageFacts, PageLink, PageReference } from '../parse/page-facts.ts';
import type { DocsTree } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { openDrafts } from './drafts.ts';
import { endingsOf, endOf } from './endings.ts';
import { folderEndingsOf } from './folder-endings.ts';
import { pagesThatLeadTo } from './inbound-links.ts';
import { mendMentions } from './mentions.ts';
import { spelledFor } from './move.ts';
import { removeFromNavigation } from './navigation-edits.ts';
import type { Plan } from './plan.ts';
import { leadOn } from './redirects.ts';
import { filesAt, shrunkTree } from './trees.ts';
import { useOf } from '../links/uses.ts';

/**
 * What takes a file, or all of a folder, out of the docs: its pages leave the navigation, and links to them become plain
 * text, or lead to `redirectTo` (a path, an address or a URL) where that is given, as their addresses do then.
 * @throws CopydeskError `file_refused` when there are too many files in the folder; `path_refused` when `redirectTo` is not there.
 */
export async function planDelete(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  path: string,
  redirectTo?: string,
): Promise<Plan> {
  const gone = new Set(filesAt(view.index, path));
  const after = await openTree(shrunkTree(view.tree, gone));
  const end = redirectTo === undefined ? undefined : await endOf(after, redirectTo);
  const drafts = openDrafts(view);
  const pages = (await pagesThatLeadTo(view, [...gone])).filter((page) => !gone.has(page));
  await mapBounded(pages, 8, async (page) =>
    drafts.add(page, await withoutLinks(view, after, page, { gone, to: end?.path })),
  );
  await removeFromNavigation(view, gone, drafts);
  const endings = await endingsOf(view, [...gone], () => Promise.resolve(end));
  const led = await leadOn(view, endings, drafts);
  const { mentions, more } = await mendMentions(view, { endings, folders: folderEndingsOf(view, after, path) }, drafts);
  const files = [...gone].map((from) => ({ from }));
  return { files, edits: await drafts.files(), ...led, mentions, moreMentions: more };
}

async function withoutLinks(
  view: DocsView,
  after: DocsView,
  page: string,
  { gone, to }: { gone: ReadonlySet<string>; to: string | undefined },
): Promise<TextEdit[]> {
  const text = await view.text(page);
  const facts = await view.page(page);
  if (text.kind !== 'known' || facts.kind !== 'known') return [];
  const edits: TextEdit[] = [];
  for (const link of facts.value.links) {
    const use = useOf(view.sites.of(page).kind, link) ?? 'attribute';
    const resolution = await view.resolve(page, link.target, use);
    if (resolution.kind !== 'found' || resolution.path === undefined || !gone.has(resolution.path)) continue;
    // The headings of the other page are others.
    const target = link.target.replace(/#.*$/, '');
    const other = to && (await spelledFor(after, { from: page, place: page, target, was: resolution.path, to, use }));
    if (other) edits.push({ ...link.span, text: other });
    else edits.push(...unlinked(text.value, facts.value, link));
  }
  return edits;
}

function unlinked(text: string, facts: PageFacts, link: PageLink): TextEdit[] {
  switch (link.kind) {
    case 'link':
    case 'image':
      return link.label ? aroundLabel(link, link.label) : [];
    case 'definition': {
      const uses = facts.references.filter(({ identifier }) => identifier === link.identifier);
      return [wholeLines(text, link), ...uses.flatMap((use: PageReference) => aroundLabel(use, use.label))];
    }
    case 'attribute':
      // A button of a front page is for a person to decide about.
      if (link.element === 'front-matter') return [];
      return withoutElement(text, link) ?? [withoutAttribute(text, link)];
  }
}

/** Takes away what is around a label, and leaves the label alone: it may hold other links to mend. */
function aroundLabel(whole: { start: number; end: number }, label: { start: number; end: number }): TextEdit[] {
  return [
    { start: whole.start, end: label.start, text: '' },
    { start: label.end, end: whole.end, text: '' },
  ];
}

/** A definition with its line, and the line ending before it when it stands at the end of the text. */
function wholeLines(text: string, { start, end }: { start: number; end: number }): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const alone =
    text.slice(lineStart, start).trim() === '' && text.slice(end, newline === -1 ? undefined : newline).trim() === '';
  if (!alone) return { start, end, text: '' };
  return { start: lineStart, end: newline === -1 ? text.length : newline + 1, text: '' };
}

/** `<a href="…">text</a>` → `text`; undefined for what is more than a link. */
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

/** `<Card title="A" href="/a">` → `<Card title="A">`. */
function withoutAttribute(text: string, { start, span }: PageLink): TextEdit {
  const before = /\s+[\w:-]+\s*=\s*["']?$/.exec(text.slice(start, span.start));
  const quoted = /["']/.test(text[span.end] ?? '') ? 1 : 0;
  return { start: before ? start + before.index : span.start, end: span.end + quoted, text: '' };
}
