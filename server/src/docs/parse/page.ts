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
import { scriptImports } from './scripts.ts';
import { maskTemplates, unmasked } from './template-masks.ts';
import { tokenize, type PageEvent } from './tokens.ts';

/** One look at the tokens of a page: each visitor gathers one kind of fact. */
interface Visitor {
  enter?(token: PageToken): void;
  exit?(token: PageToken): void;
}

/**
 * Parses a page precisely. A text that is no MDX is read as Markdown then, and has a fault that says where.
 * Runs in a worker thread: it may take long or much memory on a hostile text.
 */
export function readPage(text: string, dialect: Dialect): PageFacts {
  if (dialect === 'templates') {
    const masked = maskTemplates(text);
    return gather(text, tokenize(masked, dialect), { masked });
  }
  if (dialect === 'myst') return gather(text, tokenize(maskForMyst(text), dialect), { own: mystVisitor(text) });
  if (dialect === 'markdown' || dialect === 'pymdown') return gather(text, tokenize(text, dialect), {});
  try {
    return gather(text, tokenize(text, dialect), {});
  } catch (error) {
    return gather(text, tokenize(text, 'markdown'), { fault: mdxFault(text, error) });
  }
}

/** What a dialect has besides Markdown. */
interface Extras {
  own?: ReturnType<typeof mystVisitor>;
  fault?: PageFault;
  /** What was parsed, where it is not the text itself and shall not be shown; its places are those of the text. */
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
  const visitors: Visitor[] = [prose, links, code, elements, ...(dialect ? [dialect] : [])];
  for (const { enter, token } of events) {
    for (const visitor of visitors) {
      if (enter) visitor.enter?.(token);
      else visitor.exit?.(token);
    }
  }
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
    firstParagraph: prose.firstParagraph === undefined ? undefined : unmasked(prose.firstParagraph),
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
    text: unmasked(text),
    ...(textWithImages === undefined ? {} : { textWithImages: unmasked(textWithImages) }),
  };
}

/** What micromark's MDX syntax throws: a message with a place, by line and column or by offset. */
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
