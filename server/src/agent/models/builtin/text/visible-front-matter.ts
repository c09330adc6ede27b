import type { Page } from '../../../ports.ts';
import type { Change } from './change.ts';
import { changeEntry, readEntries, type Entry } from './front-matter.ts';
import { readNestedEntries } from './nested-front-matter.ts';
import { isVisibleOfPages } from './visible-names.ts';

/** The changes of a page's front matter that a finder asks for, in what readers see as text. */
export function changeFrontMatter(text: string, page: Page, find: (text: string) => Change[]): Change[] {
  return visibleEntries(text, page).flatMap((entry) => changeEntry(text, entry, find));
}

/** The titles, descriptions and labels of a page that readers see. */
export function visibleEntries(text: string, page: Page): Entry[] {
  const visible = readEntries(text, page).filter((entry) => isVisibleOfPages(entry.key, undefined));
  return [...visible, ...readNestedEntries(text, page)];
}
