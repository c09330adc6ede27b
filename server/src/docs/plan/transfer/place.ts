import { CopydeskError } from '@copydesk/contract/errors';
import { lineAt, startsOfLines } from '../../text/lines.ts';
import type { PageFacts, PageHeading } from '../../parse/page-facts.ts';
import { isMarkdown } from '../../text/paths.ts';
import type { Span } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { frontMatterEnd, openPage, refusal, type Stretch } from './stretch.ts';

/** The place to which a text moves. */
export interface Place {
  path: string;
  /** Undefined if the page is new. */
  page: { text: string; facts: PageFacts } | undefined;
  /** The white space that the text replaces. */
  at: Span;
  /** The depth of the heading under which the text goes, if one was named. */
  under: number | undefined;
  /** The page after which a new page is listed in the navigation. */
  listedAfter?: string | undefined;
}

interface PlaceRequest {
  to: string;
  after?: { line: number } | { heading: string } | undefined;
  leave?: string | undefined;
  frontMatter?: string | undefined;
}

/**
 * Finds the place to which a text moves.
 * @throws CopydeskError if there is no such place, or if it is in the moved text.
 */
export async function openPlace(view: DocsView, request: PlaceRequest, stretch: Stretch): Promise<Place> {
  const { to, after } = request;
  if (to === stretch.path) throw refusal(`The text is in ${to} already; within a page, edit_file moves it.`);
  if (stretch.whole && request.leave !== undefined && request.leave !== '')
    throw refusal(
      `All of ${stretch.path} moves and the page goes, so nothing can be left in it: give the lines to move.`,
    );
  if (!view.index.isFile(to)) return newPlace(view, request, stretch);
  if (request.frontMatter !== undefined && request.frontMatter.trim() !== '')
    throw refusal(`${to} is there and keeps its front matter; it can be given for a new page alone.`);
  const page = await openPage(view, to);
  const found = placeIn(to, page, after);
  return { path: to, page, ...found };
}

function newPlace(view: DocsView, { to, after }: PlaceRequest, { path, whole }: Stretch): Place {
  if (view.tree.entry(to) !== undefined || view.index.isFolder(to))
    throw new CopydeskError('path_refused', `${to} is no file. Give the path of a page. Nothing was moved.`);
  if (!isMarkdown(to)) throw refusal(`${to} is no page of Markdown: text moves between pages alone.`);
  if (whole) throw refusal(`There is no page ${to} to take the text in; move_file gives ${path} another path.`);
  const listedAfter = after && 'heading' in after ? after.heading : undefined;
  if (after && (listedAfter === undefined || !view.index.isFile(listedAfter) || !view.isPage(listedAfter)))
    throw refusal(
      `There is no page ${to} yet, so nothing can stand before the text in it; as after, give the path of the page that it is listed behind, or nothing for ${path}.`,
    );
  return { path: to, page: undefined, at: { start: 0, end: 0 }, under: undefined, listedAfter };
}

function placeIn(
  path: string,
  { text, facts }: { text: string; facts: PageFacts },
  after: PlaceRequest['after'],
): Pick<Place, 'at' | 'under'> {
  if (!after) return { at: gapAt(text, text.length), under: undefined };
  if ('heading' in after) {
    const heading = namedHeading(path, text, facts, after.heading);
    const next = facts.headings.find(({ start, depth }) => start > heading.start && depth <= heading.depth);
    return { at: gapAt(text, next?.start ?? text.length), under: heading.depth };
  }
  const starts = startsOfLines(text);
  if (after.line > starts.length) throw refusal(`${path} has ${starts.length} lines; there is no line ${after.line}.`);
  const offset = starts[after.line] ?? text.length;
  if (offset < frontMatterEnd(text, facts)) throw refusal(`Line ${after.line} of ${path} lies in its front matter.`);
  const cut = facts.code.find(
    ({ start, end }) => start < offset && offset < end && text.slice(start, end).includes('\n'),
  );
  if (cut) {
    const [first, last] = [lineAt(text, cut.start), lineAt(text, cut.end - 1)];
    throw refusal(`Line ${after.line} of ${path} lies within what stands in lines ${first}–${last}.`);
  }
  return { at: gapAt(text, offset), under: undefined };
}

/** Returns the white space around an offset at which a line begins, without the indentation of the next line. */
export function gapAt(text: string, offset: number, end = offset): Span {
  const following = /^(?:[ \t]*\r?\n)*(?:[ \t]+$)?/.exec(text.slice(end))?.[0].length ?? 0;
  // JavaScript counts the byte order mark as white space.
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  return { start: Math.max(mark, text.slice(0, offset).trimEnd().length), end: end + following };
}

const headingsListed = 30;

function namedHeading(path: string, text: string, { headings }: PageFacts, named: string): PageHeading {
  const [, marks = '', name = ''] = /^(#*)[ \t]*(.*?)[ \t]*#*$/.exec(named.trim().slice(0, 1_000)) ?? [];
  const alike = headings.filter(
    (heading) => normaliseHeading(heading.text) === normaliseHeading(name) || heading.id === name,
  );
  const exact = alike.filter(({ depth }) => depth === marks.length);
  const [found, ...others] = exact.length > 0 ? exact : alike;
  if (found && others.length === 0) return found;
  const listed = (found ? [found, ...others] : headings)
    .slice(0, headingsListed)
    .map(({ start, depth, text: heading }) => `${lineAt(text, start)}: ${'#'.repeat(depth)} ${heading}`);
  const what = found ? `${path} has several headings ${name}; give a line` : `${path} has no heading ${name}`;
  throw refusal(`${what}. ${listed.length === 0 ? 'It has none' : `It has:\n${listed.join('\n')}\n`}`);
}

function normaliseHeading(heading: string): string {
  return heading.replace(/[`*_]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
