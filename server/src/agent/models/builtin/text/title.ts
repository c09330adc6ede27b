import type { Page } from '../../../ports.ts';
import { hasValue, readEntries } from './front-matter.ts';
import { titleFromPath } from './paths.ts';

/**
 * Whether readers see a title: one in the front matter, a heading of the first level, or one with which the page begins
 * and that all others stand under. Some kinds of sites take it from the front matter alone.
 */
export function hasTitle({ frontMatter }: { frontMatter: string }, text: string, page: Page): boolean {
  const entries = readEntries(text, page).filter(({ key }) => key === 'title' || key === 'sidebarTitle');
  if (entries.some((entry) => hasValue(text, entry))) return true;
  if (frontMatter === 'required') return false;
  if (page.headings.some(({ depth, text: heading }) => depth === 1 && heading.trim() !== '')) return true;
  return /<h1\b/iu.test(text) || leadingHeading(text, page) !== undefined || takesItsTextFromOthers(text, page);
}

/** The first heading where it stands above all else, being of level 1 or the only one of its level; else the name. */
export function titleOf(path: string, text: string, page: Page): string {
  const [first, ...others] = page.headings;
  const isTop = first?.depth === 1 && others.every(({ depth }) => depth > 1);
  const title = (isTop ? first : leadingHeading(text, page))?.text.trim() ?? '';
  return title === '' ? titleFromPath(path) : title;
}

/** Where the page's own text begins: behind the front matter and the blank lines after it. */
export function bodyStart(text: string, page: Page): number {
  let start = page.frontMatter?.end ?? 0;
  for (let line = blankLine(text, start); line > 0; line = blankLine(text, start)) start += line;
  return start;
}

/** The heading with which the page begins, where all others stand under it. */
function leadingHeading(text: string, page: Page): Page['headings'][number] | undefined {
  const [first, ...others] = page.headings;
  if (first === undefined || text.slice(bodyStart(text, page), first.start).trim() !== '') return undefined;
  return others.every(({ depth }) => depth > first.depth) ? first : undefined;
}

/** A page of nothing but a line that takes in another file, which has the title. */
function takesItsTextFromOthers(text: string, page: Page): boolean {
  return page.headings.length === 0 && page.firstParagraph === undefined && including.test(text);
}

const including = /<!--\s*@?include|\{\{\s*#include|\{%[-\s]*include|--8<--|!!!\s*include\(|\{!/iu;

function blankLine(text: string, start: number): number {
  const blank = /[ \t]*\r?\n/y;
  blank.lastIndex = start;
  return blank.exec(text)?.[0].length ?? 0;
}
