import { isMarkdown, folderOf, isWithin, stemOf } from '../text/paths.ts';
import { itemsIn, referencesIn, type NavigationItem, type NavigationList } from '../navigation/navigation.ts';
import { referenceValue } from '../navigation/reference-value.ts';
import type { NavigationFile } from '../site/kind.ts';
import type { DocsTree, FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { withItemAfter } from './list-edits.ts';
import { editedFiles, openNavigation } from './navigation-edits.ts';
import { treeWithPage, treeWithTexts } from './trees.ts';

interface Place {
  list: NavigationList;
  position: number;
  item: NavigationItem;
}

/**
 * Returns the edits that add a new page to the navigation: after `after` (a path, an address or a title) if given, else
 * after the last page of its folder. Returns none if the site lists its pages by itself, or names the page already.
 */
export async function planAdd(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  page: { path: string; title: string; after: string | undefined; text?: string },
): Promise<FileEdit[]> {
  const grown = await openTree(treeWith(view.tree, page));
  const files = await openNavigation(grown);
  if (files.some(({ file }) => [...referencesIn(file.lists)].some(({ path }) => path === page.path))) return [];
  for (const findPlace of placeFinders(page)) {
    for (const { site, file } of files) {
      if (!isMarkdown(page.path) || !isWithin(page.path, file.source.folder)) continue;
      const place = findPlace(file);
      const like = place?.item.reference;
      if (!place || !like) continue;
      const value = await referenceValue(grown, { site, source: file.source, to: page.path, like });
      if (value === undefined) continue;
      const written = file.source.format.write(file, place.item, { title: page.title, value });
      return editedFiles([{ file, edits: withItemAfter(file.text, place.list, place.position, written) }]);
    }
  }
  return [];
}

/** The front matter of a page may set its name in the navigation. */
function treeWith(tree: DocsTree, { path, text }: { path: string; text?: string }): DocsTree {
  return text === undefined ? treeWithPage(tree, path) : treeWithTexts(tree, new Map([[path, text]]));
}

/**
 * Returns ways to find a place, the best first. Each is tried on all files before the next, since a site may have
 * several files.
 */
function placeFinders(page: {
  path: string;
  after: string | undefined;
}): ((file: NavigationFile) => Place | undefined)[] {
  const { path, after } = page;
  return [
    (file) => (after === undefined ? undefined : placeAfter(file, after)),
    (file) => placeInFolder(file, path),
    (file) => (file.complete ? pagePlaces(file).at(-1) : undefined),
  ];
}

function pagePlaces(file: NavigationFile): Place[] {
  return [...itemsIn(file.lists)].filter(({ item }) => item.reference?.path !== undefined);
}

/** Returns the entry that a person names by a path, an address, a file name or a title. */
function placeAfter(file: NavigationFile, after: string): Place | undefined {
  const wanted = after.toLowerCase().replace(/^\//, '');
  const places = pagePlaces(file);
  const tests: ((place: Place) => boolean)[] = [
    ({ item }) => item.reference?.path?.toLowerCase() === wanted,
    ({ item }) => item.title?.toLowerCase() === after.toLowerCase(),
    ({ item }) => withoutEnding(item.reference?.value ?? '').replace(/^\//, '') === withoutEnding(wanted),
    ({ item }) => withoutEnding(item.reference?.path ?? '').endsWith(`/${withoutEnding(wanted)}`),
    ({ item }) => stemOf(item.reference?.path ?? '').toLowerCase() === withoutEnding(wanted),
  ];
  for (const test of tests) {
    const found = places.find(test);
    if (found) return found;
  }
  return undefined;
}

function withoutEnding(path: string): string {
  return path.toLowerCase().replace(/\.(?:md|mdx)$/, '');
}

/** Returns the place after the last page of the folder, or of a parent folder. */
function placeInFolder(file: NavigationFile, path: string): Place | undefined {
  const places = pagePlaces(file);
  for (let folder = folderOf(path); isWithin(folder, file.source.folder); folder = folderOf(folder)) {
    const found = places.findLast(({ item }) => folderOf(item.reference?.path ?? '') === folder);
    if (found) return found;
    // The pages that a computed part of the navigation lists are unknown.
    if (!file.complete) return undefined;
    if (folder === '') break;
  }
  return undefined;
}
