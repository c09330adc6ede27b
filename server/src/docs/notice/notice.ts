import { changesBetween } from '../compare/changes.ts';
import { lineFinder } from '../text/lines.ts';
import { mapBounded } from '../map-bounded.ts';
import type { FindFiles } from '../page-code/new-names.ts';
import { isMarkdown } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { addOtherPlaces } from './add-other-places.ts';
import { findLostLinks } from './lost-links.ts';
import type { ComparedLink, ComparedPage } from './compared-page.ts';
import { grownParagraphs } from './repeated.ts';
import { keepsSurelyItsLinks } from './same-links.ts';
import { lineAround, wordsOf } from './words.ts';

/** What a change did that is easily overlooked in its diff. Lines count from 1. */
export interface ReviewHints {
  /** Links that were in the docs before the change and no longer are. */
  lostLinks: { path: string; line: number; text: string }[];
  /** Long paragraphs of changed files that exist more than once, and more often than before. */
  repeated: { places: { path: string; line: number }[]; text: string }[];
  /** Whether more was changed or found than is reported. */
  isPartial: boolean;
}

/** How many pages and characters of a change are compared. A model reads no more of it either. */
const mostPages = 200;
const mostCharacters = 4_000_000;
const maximumReported = 20;
const mostPlaces = 5;
const inFlight = 8;

/**
 * Compares the pages that a change touches, before and after.
 *
 * @param find finds files of the docs after the change that contain a text.
 */
export async function noticeChange(before: DocsView, after: DocsView, find: FindFiles): Promise<ReviewHints> {
  const changes = changesBetween(before.tree, after.tree);
  const old = [...changes.modified, ...changes.removed].filter(isMarkdown);
  const now = [...changes.modified, ...changes.added].filter(isMarkdown);
  const alike = await pagesWithSameLinks(before, after, changes.modified.filter(isMarkdown).slice(0, mostPages));
  const [was, is] = [await readComparedPages(before, old, alike), await readComparedPages(after, now, alike)];
  const lostLinks = findLostLinks(was.pages, is.pages, new Set(changes.removed));
  const grown = grownParagraphs(was.pages, is.pages);
  const notSearched = await addOtherPlaces(after, grown, { changed: new Set(now), find });
  const repeated = grown.filter(({ places }) => places.length > 1);
  return {
    lostLinks: lostLinks.slice(0, maximumReported),
    repeated: repeated
      .slice(0, maximumReported)
      .map(({ places, text }) => ({ places: places.slice(0, mostPlaces), text })),
    isPartial:
      was.isPartial || is.isPartial || notSearched > 0 || Math.max(lostLinks.length, repeated.length) > maximumReported,
  };
}

/** Returns the pages of which {@link keepsSurelyItsLinks} needs no parse. */
async function pagesWithSameLinks(before: DocsView, after: DocsView, paths: string[]): Promise<Set<string>> {
  const alike = await mapBounded(paths, inFlight, async (path) => {
    if (before.sites.of(path).kind !== after.sites.of(path).kind) return [];
    const [was, is] = [await before.text(path), await after.text(path)];
    if (was.kind !== 'known' || is.kind !== 'known') return [];
    return keepsSurelyItsLinks(was.value, is.value, after.dialectOf(path)) ? [path] : [];
  });
  return new Set(alike.flat());
}

async function readComparedPages(
  view: DocsView,
  paths: string[],
  alike: ReadonlySet<string>,
): Promise<{ pages: ComparedPage[]; isPartial: boolean }> {
  const pages: ComparedPage[] = [];
  let left = mostCharacters;
  await mapBounded(paths.slice(0, mostPages), inFlight, async (path) => {
    const text = await view.text(path);
    if (text.kind !== 'known' || text.value.length > left) return;
    left -= text.value.length;
    const links = alike.has(path) ? [] : await linksOf(view, path, text.value);
    pages.push({ path, text: text.value, links });
  });
  return { pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)), isPartial: pages.length < paths.length };
}

async function linksOf(view: DocsView, path: string, text: string): Promise<ComparedLink[]> {
  const page = await view.page(path);
  if (page.kind !== 'known') return [];
  const lineOf = lineFinder(text);
  const words = new Map<number, string>();
  return view.linksOf(path, page.value).map((link) => {
    const { start, end, target, label, kind } = link;
    const shown = label === undefined ? '' : text.slice(label.start, label.end);
    const line = lineOf(start);
    const around = words.get(line) ?? wordsOf(lineAround(text, start));
    words.set(line, around);
    return { path, line, start, end, target, label: shown, words: around, isDefinition: kind === 'definition' };
  });
}
