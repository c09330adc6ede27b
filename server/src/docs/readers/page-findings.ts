import type { PageHeading } from '../parse/page-facts.ts';
import type { linkVisitor } from '../parse/links.ts';
import type { BulkData } from './bulk-data.ts';
import type { Fence } from './fence-visitor.ts';
import type { PageRule } from './rules.ts';

/** Something in a page that makes it harder to read for AI. It is a warning, never an error. */
export interface PageFinding {
  rule: PageRule;
  /** From 1, in the source of the page. */
  line: number;
  message: string;
  /** Names the fault without its position: the same fault before and after a change has the same key. */
  key: string;
}

interface ReadPage {
  text: string;
  /** The length of what AI readers get, in characters. */
  length: number;
  headings: readonly PageHeading[];
  links: ReturnType<typeof linkVisitor>;
  fences: readonly Fence[];
  bulkData: readonly BulkData[];
  hasTabs: boolean;
  /** Whether a link without words shows the title of its page, as in Sphinx. */
  takesTitles: boolean;
  lineOf: (offset: number) => number;
}

/** Returns what the rules find in one page. */
export function findingsIn(page: ReadPage): PageFinding[] {
  const { text, lineOf } = page;
  const found = (rule: PageRule, at: number, subject: string, message: string): PageFinding => ({
    rule,
    line: lineOf(at),
    message,
    key: `${rule} ${subject}`,
  });
  return [
    ...sizeFindings(page, found),
    ...dataFindings(page, found),
    ...page.fences.flatMap(({ start, hasLanguage, isClosed }) => [
      ...(hasLanguage
        ? []
        : [found('code-language', start, firstCode(text, start), 'A block of code names no language')]),
      ...(isClosed
        ? []
        : [found('code-unclosed', start, '', 'A block of code is not closed: all below it reads as code')]),
    ]),
    ...repeatedHeadings(page.headings).map(({ start, text: words }) =>
      found('heading-repeated', start, words, `The heading “${shorten(words)}” exists twice in the same section`),
    ),
    ...linkFindings(page, found),
  ].toSorted((a, b) => a.line - b.line);
}

type Find = (rule: PageRule, at: number, subject: string, message: string) => PageFinding;

/**
 * Readers of AI products get about this many characters of a page before the rest is cut or summarised. The thresholds
 * are those of the Agent-Friendly Documentation Spec 0.6.0, `page-size-markdown`: https://agentdocsspec.com/spec
 */
export const sizes = { warn: 50_000, cut: 100_000 };

function sizeFindings({ length, hasTabs }: ReadPage, found: Find): PageFinding[] {
  if (length < sizes.warn) return [];
  const size = length.toLocaleString('en');
  const why = length < sizes.cut ? 'some AI readers get only its beginning' : 'most AI readers get only its beginning';
  const tabs = hasTabs ? '. Its tabs are served one below the other' : '';
  return [found('page-size', 0, '', `The page has ${size} characters: ${why}${tabs}`)];
}

/** In a page that is too long, this part of it must be data for that to be the cause. */
const dominantShare = 0.5;

function dataFindings({ length, bulkData }: ReadPage, found: Find): PageFinding[] {
  const characters = bulkData.reduce((sum, one) => sum + one.characters, 0);
  const [largest] = bulkData.toSorted((a, b) => b.characters - a.characters);
  if (length < sizes.warn || characters < length * dominantShare || largest === undefined) return [];
  const share = `${characters.toLocaleString('en')} of ${length.toLocaleString('en')} characters are data`;
  const message = `${share}, such as ${largest.name} here: a link to a file would leave AI readers the text`;
  return [found('page-data', largest.start, '', message)];
}

/** The first line of a block, which identifies it when the block moves. */
function firstCode(text: string, start: number): string {
  return (
    text
      .slice(start, start + 400)
      .split('\n')[1]
      ?.trim()
      .slice(0, 100) ?? ''
  );
}

/**
 * Returns headings with the same text as an earlier one below the same headings: as text, nothing tells these sections
 * apart.
 */
function repeatedHeadings(headings: readonly PageHeading[]): PageHeading[] {
  const above: PageHeading[] = [];
  const seen = new Set<string>();
  return headings.filter((heading) => {
    while ((above.at(-1)?.depth ?? 0) >= heading.depth) above.pop();
    above.push(heading);
    const place = above.map(({ depth, text }) => `${depth} ${text.trim().toLowerCase()}`).join('\n');
    if (seen.has(place)) return heading.text.trim() !== '';
    seen.add(place);
    return false;
  });
}

function linkFindings({ text, links, takesTitles }: ReadPage, found: Find): PageFinding[] {
  const shown = [...links.links.filter(({ kind }) => kind === 'link' || kind === 'image'), ...links.references];
  return shown.flatMap((link) => {
    const words = link.label ? text.slice(link.label.start, link.label.end).trim() : undefined;
    if (words === undefined) return [];
    const target = 'target' in link ? link.target : link.identifier;
    if (link.image) {
      return words === ''
        ? [found('image-words', link.start, target, `The image ${shorten(target)} has no words`)]
        : [];
    }
    if (!emptyWords.test(words.replaceAll(/[*_`]/g, ''))) return [];
    if (words === '')
      return takesTitles
        ? []
        : [found('link-words', link.start, target, `The link to ${shorten(target)} has no words`)];
    const message = `The link to ${shorten(target)} has the words “${shorten(words)}”, which do not say where it leads`;
    return [found('link-words', link.start, target, message)];
  });
}

/** Words that say nothing about a target. They are English: links in other languages are only found without words. */
const emptyWords =
  /^(?:|(?:click |see |go |tap |press )?(?:here|this|that|there)|this (?:link|page|article|document)|link|(?:read|learn|see|find out) more|more(?: info(?:rmation)?| details)?|details)[.!:…→»]?$/i;

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
