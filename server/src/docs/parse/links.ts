import { normalizeIdentifier } from 'micromark-util-normalize-identifier';
import type { Span } from '../tree.ts';
import type { PageLink, PageReference, PageToken } from './page-facts.ts';

interface OpenLink {
  token: PageToken;
  label?: Span;
  target?: Span;
  reference?: Span;
  /** May contain an instruction for Docsify: `':include'`, `':ignore'`. */
  title?: string;
}

/** Collects the links, images and definitions of Markdown, with the exact spans of their targets and labels. */
export function linkVisitor(text: string) {
  const links: PageLink[] = [];
  const references: PageReference[] = [];
  const code: Span[] = [];
  const open: OpenLink[] = [];

  return {
    links,
    references,
    code,
    enter(token: PageToken) {
      if (token.type === 'autolinkProtocol') autolink(token);
      if (token.type === 'link' || token.type === 'image' || token.type === 'definition') open.push({ token });
    },
    exit(token: PageToken) {
      const current = open.at(-1);
      if (!current) return;
      note(current, token);
      if (token !== current.token) return;
      open.pop();
      finish(current);
    },
  };

  /**
   * Records `<project:page.md>`: an address in angle brackets that some kinds of sites read as a link within the site.
   */
  function autolink({ start, end }: PageToken): void {
    const span = { start, end };
    if (ownSchemes.test(text.slice(start, start + 10)))
      links.push({ start: start - 1, end: end + 1, ...place(span), kind: 'link', image: false });
  }

  function note(current: OpenLink, { type, start, end }: PageToken): void {
    switch (type) {
      case 'labelText':
      case 'definitionLabelString':
        current.label = { start, end };
        break;
      case 'resourceDestination':
      case 'definitionDestination':
        code.push({ start, end });
        break;
      case 'resourceDestinationString':
      case 'definitionDestinationString':
        current.target = { start, end };
        break;
      case 'resourceTitleString':
        current.title = text.slice(start, end);
        break;
      case 'referenceString':
        current.reference = { start, end };
        break;
    }
  }

  function finish({ token, label, target, reference, title = '' }: OpenLink): void {
    const { start, end } = token;
    const image = token.type === 'image';
    if (token.type === 'definition') {
      if (label) code.push(label);
      if (!target || !label) return;
      const identifier = normalizeIdentifier(text.slice(label.start, label.end));
      links.push({ start, end, ...place(target), kind: 'definition', image: false, label, identifier });
      return;
    }
    // The web server serves what Docsify ignores, and an include is no link.
    if (target && /^:(?:ignore|include)\b/.test(title)) return;
    if (target && includeMark.test(text.slice(Math.max(0, start - 40), start))) return;
    const ownLabel = label ?? { start: start + 1, end: start + 1 };
    if (target) {
      links.push({ start, end, ...place(target), kind: image ? 'image' : 'link', image, label: ownLabel });
      return;
    }
    // `[text](<>)` and `[text]()` have no target; every other link refers to a definition.
    if (text[end - 1] !== ']') return;
    const name = reference ?? ownLabel;
    code.push(name);
    references.push({
      start,
      end,
      image,
      label: ownLabel,
      identifier: normalizeIdentifier(text.slice(name.start, name.end)),
    });
  }

  function place(span: Span) {
    return { span, target: text.slice(span.start, span.end) };
  }
}

/** Schemes of Sphinx with MyST, and of DocFX. */
const ownSchemes = /^(?:project|path|xref):/;

/** The text before a link in `[!INCLUDE [title](file)]` and `[!code-csharp[title](file)]` of DocFX. */
const includeMark = /\[!(?:include|code[\w-]*)[ \t]*$/i;
