import type { Page } from '../../../../ports.ts';
import type { Change } from '../change.ts';
import { changeEntry, entryText, readEntries, type Entry, type EntryText } from './front-matter.ts';
import { readNestedEntries } from './nested-front-matter.ts';
import { isVisibleOfPages } from '../visible-names.ts';

/** The parts of a page's front matter that readers see: its titles, descriptions and labels. */
export interface VisibleFrontMatter {
  entries: Entry[];
  /** The texts of the entries that have one. */
  texts: EntryText[];
}

export function readVisible(text: string, page: Page): VisibleFrontMatter {
  const named = readEntries(text, page).filter((entry) => isVisibleOfPages(entry.key, undefined));
  const entries = [...named, ...readNestedEntries(text, page)];
  return { entries, texts: entries.flatMap((entry) => entryText(text, entry) ?? []) };
}

/** Returns a finder's changes in the texts that readers see. */
export function changeFrontMatter(
  text: string,
  visible: VisibleFrontMatter,
  find: (text: string) => Change[],
): Change[] {
  return visible.texts.flatMap((entry) => changeEntry(text, entry, find));
}
