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
  return new LinkVisitor(text);
}

class LinkVisitor {
  readonly links: PageLink[] = [];
  readonly references: PageReference[] = [];
  readonly code: Span[] = [];
  readonly #text: string;
  readonly #open: OpenLink[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  enter(token: PageToken): void {
    if (token.type === 'autolinkProtocol') this.#autolink(token);
    if (token.type === 'link' || token.type === 'image' || token.type === 'definition') this.#open.push({ token });
  }

  exit(token: PageToken): void {
    const current = this.#open.at(-1);
    if (!current) return;
    this.#note(current, token);
    if (token !== current.token) return;
    this.#open.pop();
    if (token.type === 'definition') this.#addDefinition(current);
    else this.#addLink(current);
  }

  /**
   * Records `<project:page.md>`: an address in angle brackets that some kinds of sites read as a link within the site.
   */
  #autolink({ start, end }: PageToken): void {
    const span = { start, end };
    if (ownSchemes.test(this.#text.slice(start, start + 10)))
      this.links.push({ start: start - 1, end: end + 1, ...this.#place(span), kind: 'link', image: false });
  }

  #note(current: OpenLink, { type, start, end }: PageToken): void {
    switch (type) {
      case 'labelText':
      case 'definitionLabelString':
        current.label = { start, end };
        break;
      case 'resourceDestination':
      case 'definitionDestination':
        this.code.push({ start, end });
        break;
      case 'resourceDestinationString':
      case 'definitionDestinationString':
        current.target = { start, end };
        break;
      case 'resourceTitleString':
        current.title = this.#text.slice(start, end);
        break;
      case 'referenceString':
        current.reference = { start, end };
        break;
    }
  }

  #addDefinition({ token: { start, end }, label, target }: OpenLink): void {
    if (label) this.code.push(label);
    if (!target || !label) return;
    const identifier = this.#identifierAt(label);
    this.links.push({ start, end, ...this.#place(target), kind: 'definition', image: false, label, identifier });
  }

  #addLink({ token: { type, start, end }, label, target, reference, title = '' }: OpenLink): void {
    const image = type === 'image';
    // The web server serves what Docsify ignores, and an include is no link.
    if (target && /^:(?:ignore|include)\b/.test(title)) return;
    if (target && includeMark.test(this.#text.slice(Math.max(0, start - 40), start))) return;
    const ownLabel = label ?? { start: start + 1, end: start + 1 };
    if (target) {
      this.links.push({ start, end, ...this.#place(target), kind: image ? 'image' : 'link', image, label: ownLabel });
      return;
    }
    // `[text](<>)` and `[text]()` have no target; every other link refers to a definition.
    if (this.#text[end - 1] !== ']') return;
    const name = reference ?? ownLabel;
    this.code.push(name);
    this.references.push({ start, end, image, label: ownLabel, identifier: this.#identifierAt(name) });
  }

  #identifierAt({ start, end }: Span): string {
    return normalizeIdentifier(this.#text.slice(start, end));
  }

  #place(span: Span) {
    return { span, target: this.#text.slice(span.start, span.end) };
  }
}

/** Schemes of Sphinx with MyST, and of DocFX. */
const ownSchemes = /^(?:project|path|xref):/;

/** The text before a link in `[!INCLUDE [title](file)]` and `[!code-csharp[title](file)]` of DocFX. */
const includeMark = /\[!(?:include|code[\w-]*)[ \t]*$/i;
