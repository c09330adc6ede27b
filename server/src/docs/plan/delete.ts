import { replaceSpans, type TextEdit } from '../lines.ts';
import { mapBounded } from '../map-bounded.ts';
import type { PageFacts, PageLink, PageReference } from '../parse/page-facts.ts';
import type { FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { pagesThatLeadTo } from './inbound-links.ts';
import { removeFromNavigation } from './navigation-edits.ts';
import { useOf } from '../links/uses.ts';

/** The edits that take a page out of the navigation and turn links to it into their plain text. */
export async function planDelete(view: DocsView, path: string): Promise<FileEdit[]> {
  const pages = (await pagesThatLeadTo(view, path)).filter((page) => page !== path);
  const edited = await mapBounded(pages, 8, (page) => withoutLinks(view, page, path));
  return [...edited.flat(), ...(await removeFromNavigation(view, path))];
}

async function withoutLinks(view: DocsView, page: string, path: string): Promise<FileEdit[]> {
  const text = await view.text(page);
  const facts = await view.page(page);
  if (text.kind !== 'known' || facts.kind !== 'known') return [];
  const edits: TextEdit[] = [];
  for (const link of facts.value.links) {
    const resolution = await view.resolve(page, link.target, useOf(view.sites.of(page).kind, link) ?? 'attribute');
    if (resolution.kind === 'found' && resolution.path === path) edits.push(...unlinked(text.value, facts.value, link));
  }
  return edits.length === 0 ? [] : [{ path: page, content: replaceSpans(text.value, edits) }];
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
