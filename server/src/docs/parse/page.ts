import { readFrontMatter } from './front-matter.ts';
import { blockLinks } from './block-links.ts';
import { codeVisitor } from './code.ts';
import { elementFacts, elementVisitor } from './elements.ts';
import { linkVisitor } from './links.ts';
import type { Dialect, PageFacts, PageFault, PageToken } from './page-facts.ts';
import { proseVisitor } from './prose.ts';
import { inlineNotation, mergeSpans } from './notation.ts';
import { scriptImports } from './scripts.ts';
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
  if (dialect === 'markdown' || dialect === 'pymdown') return gather(text, tokenize(text, dialect), []);
  try {
    return gather(text, tokenize(text, dialect), []);
  } catch (error) {
    return gather(text, tokenize(text, 'markdown'), [mdxFault(text, error)]);
  }
}

function gather(text: string, events: PageEvent[], faults: PageFault[]): PageFacts {
  const prose = proseVisitor(text);
  const links = linkVisitor(text);
  const code = codeVisitor(text);
  const elements = elementVisitor(text);
  const visitors: Visitor[] = [prose, links, code, elements];
  for (const { enter, token } of events) {
    for (const visitor of visitors) {
      if (enter) visitor.enter?.(token);
      else visitor.exit?.(token);
    }
  }
  elements.finish();
  const found = elementFacts(text, elements.tags);
  const frontMatter = code.frontMatter;
  const { data, fault, links: own } = frontMatter ? readFrontMatter(frontMatter) : noFrontMatter;
  return {
    frontMatter: frontMatter && { start: frontMatter.start, end: frontMatter.end, yaml: frontMatter.yaml },
    headings: prose.headings,
    links: [...own, ...links.links, ...found.links, ...blockLinks(text, code.spans)].toSorted(
      (a, b) => a.span.start - b.span.start,
    ),
    references: links.references,
    imports: code.imports,
    scriptImports: scriptImports(text, elements.tags),
    code: mergeSpans([...code.spans, ...links.code, ...elements.code, ...found.code, ...inlineNotation(text)]),
    firstParagraph: prose.firstParagraph,
    files: found.files,
    ids: found.ids,
    components: found.components,
    data,
    faults: fault ? [...faults, fault] : faults,
  };
}

const noFrontMatter = { data: undefined, fault: undefined, links: [] };

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
