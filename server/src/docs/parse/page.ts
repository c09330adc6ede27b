import { readFrontMatter } from './front-matter.ts';
import { blockLinks } from './block-links.ts';
import { codeVisitor } from './code.ts';
import { elementFacts, elementVisitor } from './elements.ts';
import { linkVisitor } from './links.ts';
import { maskForMyst, mystVisitor } from './myst.ts';
import type { Dialect, PageFacts, PageFault, PageHeading, PageToken } from './page-facts.ts';
import { readOtherFrontMatter } from './other-front-matter.ts';
import { proseVisitor } from './prose.ts';
import { inlineNotation, mergeSpans } from './notation.ts';
import { scriptImports } from './mdx/scripts.ts';
import { maskTemplates, removeMasks } from './template-masks.ts';
import { tokenize, type PageEvent } from './tokens.ts';

/** Visits the tokens of a page in one pass: each visitor collects one kind of fact. */
interface Visitor {
  enter?(token: PageToken): void;
  exit?(token: PageToken): void;
}

/**
 * Parses a page precisely. A text that is not valid MDX is read as Markdown, and gets a fault with the position of the
 * error. It runs in a worker thread, because a hostile text may need much time or memory.
 */
export function readPage(text: string, dialect: Dialect): PageFacts {
  return readEvents(text, dialect, (events, extras) => gather(text, events, extras));
}

/**
 * Calls `read` with the events of a page's tokens, whose offsets are those of the text, and with what its dialect adds.
 * If it throws for a text of MDX, which does so for unbalanced tags, the text is read again as Markdown.
 */
export function readEvents<T>(text: string, dialect: Dialect, read: (events: PageEvent[], extras: Extras) => T): T {
  if (dialect === 'templates') {
    const masked = maskTemplates(text);
    return read(tokenize(masked, dialect), { masked });
  }
  if (dialect === 'myst') return read(tokenize(maskForMyst(text), dialect), { own: mystVisitor(text) });
  if (dialect === 'markdown' || dialect === 'pymdown') return read(tokenize(text, dialect), {});
  try {
    return read(tokenize(text, dialect), {});
  } catch (error) {
    return read(tokenize(text, 'markdown'), { fault: mdxFault(text, error) });
  }
}

/** Shows the events of a page to each visitor, in one pass. */
export function visitEvents(events: readonly PageEvent[], visitors: readonly Visitor[]): void {
  for (const { enter, token } of events) {
    for (const visitor of visitors) {
      if (enter) visitor.enter?.(token);
      else visitor.exit?.(token);
    }
  }
}

/** What a dialect adds to Markdown. */
interface Extras {
  own?: ReturnType<typeof mystVisitor>;
  fault?: PageFault;
  /**
   * The text that was parsed, if it is a masked one. It must not be shown. Its offsets are those of the original text.
   */
  masked?: string;
}

function gather(
  text: string,
  events: PageEvent[],
  { own: dialect, fault: parseFault, masked = text }: Extras,
): PageFacts {
  const prose = proseVisitor(masked);
  const links = linkVisitor(text);
  const code = codeVisitor(text);
  const elements = elementVisitor(masked);
  visitEvents(events, [prose, links, code, elements, ...(dialect ? [dialect] : [])]);
  elements.finish();
  dialect?.finish();
  const found = elementFacts(text, elements.tags);
  const frontMatter = code.frontMatter;
  const { data, fault, links: own } = frontMatter ? readFrontMatter(frontMatter) : readOtherFrontMatter(text);
  return {
    frontMatter: frontMatter && { start: frontMatter.start, end: frontMatter.end, yaml: frontMatter.yaml },
    headings: masked === text ? prose.headings : prose.headings.map(withoutMask),
    links: [
      ...own,
      ...links.links.filter((link) => dialect?.isExternal(link) !== true),
      ...found.links,
      ...blockLinks(text, code.spans),
      ...(dialect?.links ?? []),
    ].toSorted((a, b) => a.span.start - b.span.start),
    references: links.references,
    imports: code.imports,
    scriptImports: scriptImports(text, elements.tags),
    code: mergeSpans([...code.spans, ...links.code, ...elements.code, ...found.code, ...inlineNotation(text)]),
    files: found.files,
    firstParagraph: prose.firstParagraph === undefined ? undefined : removeMasks(prose.firstParagraph),
    ids: [...found.ids, ...(dialect?.ids ?? [])],
    components: found.components,
    data,
    faults: [parseFault, fault].filter((one) => one !== undefined),
  };
}

function withoutMask(heading: PageHeading): PageHeading {
  const { text, textWithImages } = heading;
  return {
    ...heading,
    text: removeMasks(text),
    ...(textWithImages === undefined ? {} : { textWithImages: removeMasks(textWithImages) }),
  };
}

/** Converts an error of micromark's MDX syntax: a message with a place, by line and column or by offset. */
function mdxFault(text: string, error: unknown): PageFault {
  const message = error instanceof Error ? error.message : String(error);
  const place = error instanceof Error && 'place' in error ? error.place : undefined;
  return { rule: 'mdx-parse', offset: offsetOf(text, place), message: message.slice(0, 500) };
}

function offsetOf(text: string, place: unknown): number {
  if (typeof place !== 'object' || place === null) return 0;
  if ('offset' in place && typeof place.offset === 'number') return Math.min(place.offset, text.length);
  if ('start' in place) return offsetOf(text, place.start);
  return 0;
}
