import { replaceSpans, type TextEdit } from '../lines.ts';
import { itemsIn, referencesIn, type NavigationItem, type NavigationList } from '../navigation/navigation.ts';
import { readNavigation } from '../navigation/read.ts';
import { referenceValue } from '../navigation/value.ts';
import { isWithin } from '../paths.ts';
import type { NavigationFile, Site } from '../site/kind.ts';
import type { FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { withoutItem, withoutProperty } from './list-edits.ts';

/** A file of navigation with the site that it is of. */
export interface OpenNavigation {
  site: Site;
  file: NavigationFile;
}

/** The files of navigation that may be edited and that can be read. */
export async function openNavigation(view: DocsView): Promise<OpenNavigation[]> {
  const sources = view.sites.all.flatMap((site) => site.navigation.map((source) => ({ site, source })));
  const near = sources.filter(({ site, source }) => site === view.sites.main || isWithin(source.path, view.folder));
  const opened: OpenNavigation[] = [];
  for (const { site, source } of near) {
    const read = await readNavigation(view, site, source);
    if (read.kind === 'read') opened.push({ site, file: read.file });
  }
  return opened;
}

/** Applies edits to files; a file without any is left out. */
export function editedFiles(files: { file: NavigationFile; edits: TextEdit[] }[]): FileEdit[] {
  return files
    .filter(({ edits }) => edits.length > 0)
    .map(({ file, edits }) => ({ path: file.source.path, content: replaceSpans(file.text, edits) }));
}

/** What the navigation needs when a page moves. */
export interface MovedNavigation {
  edits: FileEdit[];
  /** Whether a file that named the page cannot name its new place, so that the entry is gone, and what it was called. */
  lost: { title: string | undefined } | undefined;
}

/** Names the moved page by its new path wherever it was named by its old one. */
export async function moveInNavigation(
  view: DocsView,
  after: DocsView,
  from: string,
  to: string,
): Promise<MovedNavigation> {
  const files: { file: NavigationFile; edits: TextEdit[] }[] = [];
  let lost: MovedNavigation['lost'];
  for (const { site, file } of await openNavigation(view)) {
    const edits: TextEdit[] = [];
    let unnamed = false;
    for (const reference of referencesIn(file.lists)) {
      if (reference.path !== from) continue;
      const value = await referenceValue(after, { site, source: file.source, to, like: reference });
      unnamed ||= value === undefined;
      if (value !== undefined && value !== reference.value) edits.push({ ...reference.span, text: value });
    }
    if (unnamed && edits.length === 0) {
      edits.push(...file.lists.flatMap((list) => removals(file.text, list, from).edits));
      lost = { title: titleIn(file, from) };
    }
    files.push({ file, edits });
  }
  return { edits: editedFiles(files), lost };
}

function titleIn({ lists }: NavigationFile, path: string): string | undefined {
  return [...itemsIn(lists)].find(({ item }) => item.reference?.path === path)?.item.title;
}

/** Takes a page out; a group that is left empty goes with it. */
export async function removeFromNavigation(view: DocsView, path: string): Promise<FileEdit[]> {
  const opened = await openNavigation(view);
  return editedFiles(
    opened.map(({ file }) => ({ file, edits: file.lists.flatMap((list) => removals(file.text, list, path).edits) })),
  );
}

interface Removals {
  edits: TextEdit[];
  /** Whether nothing is left in the list. */
  emptied: boolean;
}

function removals(text: string, list: NavigationList, path: string): Removals {
  const edits: TextEdit[] = [];
  let left = list.items.length;
  for (const [position, item] of list.items.entries()) {
    const inner = item.lists.map((nested) => removals(text, nested, path));
    const isPage = item.reference?.path === path;
    const onlyGroup = item.lists.length > 0 && inner.every(({ emptied }) => emptied);
    if ((isPage && (item.lists.length === 0 || onlyGroup)) || (onlyGroup && !item.reference)) {
      edits.push(withoutItem(text, list, position));
      left -= 1;
      continue;
    }
    edits.push(...mentions(text, list, item, path), ...inner.flatMap((nested) => nested.edits));
  }
  // Neighbours that go together are taken out one by one, from the front, so that their commas go along.
  return { edits, emptied: left === 0 && list.items.length > 0 };
}

/** An entry that stays for what is in it, but names the page no more. */
function mentions(text: string, list: NavigationList, item: NavigationItem, path: string): TextEdit[] {
  return [item.reference, ...item.extra].flatMap((reference) => {
    if (reference?.path !== path) return [];
    if (reference.property) return [withoutProperty(text, reference.property)];
    // `[Title]()` is a chapter that is still to be written, and keeps those below it in their place.
    return list.style === 'summary' ? [{ ...reference.span, text: '' }] : [];
  });
}
