import { lineFinder, replaceSpans } from '../text/lines.ts';
import type { TextEdit } from '../text/lines.ts';
import { readFrontMatter } from '../parse/front-matter.ts';
import { codeVisitor } from '../parse/code.ts';
import { elementVisitor } from '../parse/elements.ts';
import { visitLinesOutsideFences } from '../parse/fences.ts';
import { linkVisitor } from '../parse/links.ts';
import { endOfOtherFrontMatter, readOtherFrontMatter } from '../parse/other-front-matter.ts';
import { readEvents, visitEvents } from '../parse/page.ts';
import type { Dialect, PageFacts } from '../parse/page-facts.ts';
import { proseVisitor } from '../parse/prose.ts';
import { removeMasks } from '../parse/template-masks.ts';
import type { PageEvent } from '../parse/tokens.ts';
import { bulkDataVisitor } from './bulk-data.ts';
import { fenceVisitor } from './fence-visitor.ts';
import { findingsIn } from './page-findings.ts';
import type { PageFinding } from './page-findings.ts';
import { expressionVisitor } from './expression-visitor.ts';
import type { LostAt, LostPart } from './lost.ts';
import { replaceElements } from './replace-elements.ts';
import { replaceNotations } from './replace-notations.ts';

/** A page as the text that AI readers get. */
export interface AgentPage {
  /**
   * Markdown: the title and description of the front matter, then the page without front matter, imports, comments and
   * tags. The words of components (`title`, `label`) remain, and so does the text within them.
   */
  text: string;
  lost: LostPart[];
  findings: PageFinding[];
}

/**
 * Returns a page as AI readers get it: the Markdown that sites serve beside a page, or what remains of its HTML as text.
 * No site is built: what components, includes and templates print is unknown, and is reported as lost. It runs in a
 * worker thread, as parsing does.
 */
export function readAgentPage(text: string, dialect: Dialect): AgentPage {
  return readEvents(text, dialect, (events, { masked = text }) => {
    const parts = visit(text, masked, events);
    const elements = replaceElements(text, parts.elements.tags, parts.code.imports);
    const notations = replaceNotations(text, dialect);
    const lost: LostAt[] = [
      ...elements.lost,
      ...notations.lost,
      ...parts.expressions.lost,
      ...imagesIn(parts.links.links),
    ];
    const edits = [
      ...elements.edits,
      ...notations.edits,
      ...parts.expressions.edits,
      ...commentsIn(text, parts.elements.code),
      frontMatterIn(text, parts.code),
    ];
    const body = removeEmptyLines(replaceSpans(text, edits));
    const headings = parts.prose.headings.map((heading) => ({ ...heading, text: removeMasks(heading.text) }));
    const page = `${headOf(dataOf(text, parts.code), headings)}${body}`;
    const lineOf = lineFinder(text);
    return {
      text: page,
      lost: lost.toSorted((a, b) => a.at - b.at).map(({ kind, at, name }) => ({ kind, line: lineOf(at), name })),
      findings: findingsIn({
        text,
        length: page.length,
        headings,
        links: parts.links,
        fences: parts.fences.fences,
        bulkData: parts.bulkData.found,
        takesTitles: dialect === 'myst',
        hasTabs: lost.some(({ kind }) => kind === 'tabs'),
        lineOf,
      }),
    };
  });
}

function visit(text: string, masked: string, events: PageEvent[]) {
  const parts = {
    prose: proseVisitor(masked),
    links: linkVisitor(text),
    code: codeVisitor(text),
    elements: elementVisitor(masked),
    fences: fenceVisitor(),
    bulkData: bulkDataVisitor(text),
    expressions: expressionVisitor(text),
  };
  visitEvents(events, Object.values(parts));
  parts.elements.finish();
  parts.bulkData.finish();
  return parts;
}

function imagesIn(links: PageFacts['links']): LostAt[] {
  return links
    .filter(({ kind }) => kind === 'image')
    .map(({ start, target }) => ({ kind: 'image', at: start, name: target }));
}

/** Comments are among the spans of code: tags begin with a letter, and comments with a sign. */
function commentsIn(text: string, code: { start: number; end: number }[]): TextEdit[] {
  return code
    .filter(({ start }) => /[!?]/.test(text[start + 1] ?? ''))
    .map(({ start, end }) => ({ start, end, text: '' }));
}

type Code = ReturnType<typeof codeVisitor>;

function frontMatterIn(text: string, { frontMatter }: Code): TextEdit {
  return { start: frontMatter?.start ?? 0, end: frontMatter?.end ?? endOfOtherFrontMatter(text), text: '' };
}

function dataOf(text: string, { frontMatter }: Code): PageFacts['data'] {
  return (frontMatter ? readFrontMatter(frontMatter) : readOtherFrontMatter(text)).data;
}

/** The title and description, which sites print above a page; the title only if the page has none of its own. */
function headOf(data: PageFacts['data'], headings: readonly { depth: number }[]): string {
  const { title, description } = data ?? {};
  const hasTitle = headings.some(({ depth }) => depth === 1);
  const lines = [
    hasTitle || typeof title !== 'string' || title.trim() === '' ? undefined : `# ${oneLine(title)}\n\n`,
    typeof description === 'string' && description.trim() !== '' ? `> ${oneLine(description)}\n\n` : undefined,
  ];
  return lines.filter((line) => line !== undefined).join('');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Removes the empty lines that removed tags leave, but none within code. */
function removeEmptyLines(text: string): string {
  const plain = text.replace(/^\u{FEFF}/u, '').replaceAll(/\r\n?/g, '\n');
  const pieces: string[] = [];
  let done = 0;
  let afterEmpty = true;
  visitLinesOutsideFences(plain, (start, end) => {
    if (start > done) {
      pieces.push(plain.slice(done, start));
      afterEmpty = false;
    }
    const line = plain.slice(start, end);
    const isEmpty = line.trim() === '';
    if (!isEmpty || !afterEmpty) pieces.push(isEmpty ? '\n' : `${line}\n`);
    afterEmpty = isEmpty;
    done = end + 1;
  });
  return `${[...pieces, plain.slice(done)].join('').trim()}\n`;
}
