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
import { surelyKeepsLinks } from './same-links.ts';
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
  const [was, is] = [await readTexts(before, old), await readTexts(after, now)];
  const alike = new Set([...is.texts.keys()].filter((path) => hasSameLinks(before, after, path, { was, is })));
  const [oldPages, newPages] = [await readPages(before, was, alike), await readPages(after, is, alike)];
  const lostLinks = findLostLinks(oldPages, newPages, new Set(changes.removed));
  const grown = grownParagraphs(oldPages, newPages);
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

interface Texts {
  texts: ReadonlyMap<string, string>;
  isPartial: boolean;
}

async function readTexts(view: DocsView, paths: string[]): Promise<Texts> {
  const texts = new Map<string, string>();
  let left = mostCharacters;
  await mapBounded(paths.slice(0, mostPages), inFlight, async (path) => {
    const text = await view.text(path);
    if (text.kind !== 'known' || text.value.length > left) return;
    left -= text.value.length;
    texts.set(path, text.value);
  });
  return { texts, isPartial: texts.size < paths.length };
}

/** Returns whether a page need not be parsed, because a link of it cannot be lost. */
function hasSameLinks(
  before: DocsView,
  after: DocsView,
  path: string,
  { was, is }: { was: Texts; is: Texts },
): boolean {
  const [old, now] = [was.texts.get(path), is.texts.get(path)];
  if (old === undefined || now === undefined) return false;
  return before.sites.of(path).kind === after.sites.of(path).kind && surelyKeepsLinks(old, now, after.dialectOf(path));
}

/** Reads the links of pages, except of those in which none can be lost. */
async function readPages(view: DocsView, { texts }: Texts, alike: ReadonlySet<string>): Promise<ComparedPage[]> {
  const pages = await mapBounded([...texts], inFlight, async ([path, text]) => {
    return { path, text, links: alike.has(path) ? [] : await linksOf(view, path, text) };
  });
  return pages.toSorted((a, b) => (a.path < b.path ? -1 : 1));
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
