import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import type { PageHeading, PageToken } from './page-facts.ts';

/** Collects the headings and the first paragraph as plain text. */
export function proseVisitor(text: string) {
  const headings: PageHeading[] = [];
  const found: { firstParagraph: string | undefined } = { firstParagraph: undefined };
  let capture: { root: PageToken; plain: string; withImages: string; depth: number } | undefined;
  let skipping = 0;
  let images = 0;
  let containers = 0;

  return {
    headings,
    get firstParagraph() {
      return found.firstParagraph;
    },
    enter(token: PageToken) {
      if (containerTypes.has(token.type)) containers += 1;
      if (startsCapture(token)) capture = { root: token, plain: '', withImages: '', depth: 0 };
      if (!capture) return;
      if (skippedTypes.has(token.type)) skipping += 1;
      if (token.type === 'image') images += 1;
      if (token.type === 'atxHeadingSequence' && capture.depth === 0) capture.depth = token.end - token.start;
      if (token.type === 'setextHeadingLineSequence') capture.depth = text[token.start] === '=' ? 1 : 2;
    },
    exit(token: PageToken) {
      if (containerTypes.has(token.type)) containers -= 1;
      if (!capture) return;
      if (skippedTypes.has(token.type)) skipping -= 1;
      else if (skipping === 0) append(token);
      if (token.type === 'image') images -= 1;
      if (token !== capture.root) return;
      finish(capture);
      capture = undefined;
    },
  };

  function startsCapture({ type }: PageToken): boolean {
    if (type === 'atxHeading' || type === 'setextHeading') return true;
    return type === 'paragraph' && found.firstParagraph === undefined && containers === 0 && !capture;
  }

  function append(token: PageToken): void {
    if (!capture) return;
    const piece = plainText(text, token);
    capture.withImages += piece;
    if (images === 0) capture.plain += piece;
  }

  function finish({ root, plain, withImages, depth }: NonNullable<typeof capture>): void {
    if (root.type === 'paragraph') {
      const paragraph = collapse(plain);
      if (isProse(paragraph)) found.firstParagraph = paragraph;
      return;
    }
    const { start, end } = root;
    const style = root.type === 'atxHeading' ? 'atx' : 'setext';
    headings.push({ start, end, depth, style, ...headingText(text.slice(start, end), plain, withImages) });
  }
}

/** Separates an explicit id from the text of a heading. */
function headingText(source: string, plain: string, withImages: string) {
  const line = source.replace(/\r?\n[=-]+[ \t]*$/, '').replace(/[ \t]+#+[ \t]*$/, '');
  const id = explicitId.exec(line);
  const own = withoutAttributes(plain);
  const other = withoutAttributes(withImages);
  return { text: own, id: id?.[1] ?? id?.[2] ?? id?.[3] ?? id?.[4], textWithImages: other === own ? undefined : other };
}

/** Matches `{#id}`, `{: .class #id }`, `{ id=name }`, MDX's comment with an id, and Docsify's `:id=name`. */
const explicitId =
  /(?:\{:?(?:[^{}]*[ \t])?(?:#([^\s{}]+)|id=["']?([^\s{}"']+)["']?)[^{}]*\}|\{\/\*[ \t]*#([^\s{}*]+)[ \t]*\*\/\}|[ \t]:id=([\w-]+))[ \t]*$/;

function withoutAttributes(heading: string): string {
  return heading.replace(/[ \t]*\{:?[ \t]*(?:[#.]|id=)[^{}]*\}[ \t]*$|[ \t]:id=[\w-]+[ \t]*$/, '').trim();
}

function plainText(text: string, { type, start, end }: PageToken): string {
  switch (type) {
    case 'data':
    case 'codeTextData':
    case 'characterEscapeValue':
    case 'autolinkProtocol':
    case 'autolinkEmail':
      return text.slice(start, end);
    case 'characterReference':
      return decodeReference(text.slice(start + 1, end - 1));
    case 'lineEnding':
      return '\n';
    default:
      return '';
  }
}

function decodeReference(reference: string): string {
  if (!reference.startsWith('#')) return decodeNamedCharacterReference(reference) || `&${reference};`;
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns whether a paragraph is prose: not only a table-of-contents marker, a template or a directive. */
function isProse(paragraph: string): boolean {
  if (/^(?:import|export) .*["']/.test(paragraph)) return false;
  return (
    /[\p{L}\p{N}]/u.test(paragraph) && !/^(?::::|\{%|\{\{|!!!|\?\?\?|\[\[?toc\]|@include|<<<|--8<--)/i.test(paragraph)
  );
}

const containerTypes = new Set([
  'blockQuote',
  'listOrdered',
  'listUnordered',
  'gfmFootnoteDefinition',
  'table',
  'htmlFlow',
]);

/** Tokens whose text is not part of the prose. */
const skippedTypes = new Set([
  'resource',
  'reference',
  'gfmFootnoteCall',
  'htmlText',
  'mdxJsxTextTag',
  'mdxTextExpression',
  'taskListCheck',
  'setextHeadingLine',
]);
