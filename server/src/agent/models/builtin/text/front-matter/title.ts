import type { Page } from '../../../../ports.ts';
import { hasValue, readEntries } from './front-matter.ts';
import { titleFromPath } from '../paths.ts';

/**
 * Whether readers see a title: one in the front matter, a heading of level 1, or a heading that begins the page and has
 * all others below it. Some kinds of sites take it only from the front matter.
 */
export function hasTitle({ frontMatter }: { frontMatter: string }, text: string, page: Page): boolean {
  const entries = readEntries(text, page).filter(({ key }) => key === 'title' || key === 'sidebarTitle');
  if (entries.some((entry) => hasValue(text, entry))) return true;
  if (frontMatter === 'required') return false;
  if (page.headings.some(({ depth, text: heading }) => depth === 1 && heading.trim() !== '')) return true;
  return /<h1\b/iu.test(text) || leadingHeading(text, page) !== undefined || takesItsTextFromOthers(text, page);
}

/**
 * Returns the first heading when it is above all else and has level 1 or is the only one of its level; else a title
 * made from the file's name.
 */
export function titleOf(path: string, text: string, page: Page): string {
  const [first, ...others] = page.headings;
  const isTop = first?.depth === 1 && others.every(({ depth }) => depth > 1);
  const title = (isTop ? first : leadingHeading(text, page))?.text.trim() ?? '';
  return title === '' ? titleFromPath(path) : title;
}

/** Returns where the page's own text begins: after the front matter and the blank lines that follow it. */
export function bodyStart(text: string, page: Page): number {
  let start = page.frontMatter?.end ?? 0;
  for (let line = blankLine(text, start); line > 0; line = blankLine(text, start)) start += line;
  return start;
}

/** Returns the heading that begins the page and has all others below it. */
function leadingHeading(text: string, page: Page): Page['headings'][number] | undefined {
  const [first, ...others] = page.headings;
  if (first === undefined || text.slice(bodyStart(text, page), first.start).trim() !== '') return undefined;
  return others.every(({ depth }) => depth > first.depth) ? first : undefined;
}

/** Whether a page consists only of a line that includes another file, which has the title. */
function takesItsTextFromOthers(text: string, page: Page): boolean {
  return page.headings.length === 0 && page.firstParagraph === undefined && including.test(text);
}

const including = /<!--\s*@?include|\{\{\s*#include|\{%[-\s]*include|--8<--|!!!\s*include\(|\{!/iu;

function blankLine(text: string, start: number): number {
  const blank = /[ \t]*\r?\n/y;
  blank.lastIndex = start;
  return blank.exec(text)?.[0].length ?? 0;
}
