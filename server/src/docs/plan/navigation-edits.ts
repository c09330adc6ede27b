import { replaceSpans, type TextEdit } from '../text/lines.ts';
import { itemsIn, referencesIn, type NavigationItem, type NavigationList } from '../navigation/navigation.ts';
import { navigationOf } from '../navigation/sources.ts';
import { readNavigation } from '../navigation/read.ts';
import { referenceValue } from '../navigation/reference-value.ts';
import { folderOf, isWithin } from '../text/paths.ts';
import type { NavigationFile, NavigationSource, Site } from '../site/kind.ts';
import type { FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import type { Drafts } from './drafts.ts';
import type { FormerPath } from './redirects/former-paths.ts';
import { movedPrefix } from './redirects/former-folders.ts';
import { withoutItems, withoutProperty } from './list-edits.ts';

/** A file of navigation with its site. */
export interface OpenNavigation {
  site: Site;
  file: NavigationFile;
}

/** Returns the files of navigation that can be read and may be edited. */
export async function openNavigation(view: DocsView): Promise<OpenNavigation[]> {
  const all = view.sites.all.map(async (site) => (await navigationOf(view, site)).map((source) => ({ site, source })));
  const sources = (await Promise.all(all)).flat();
  const near = sources.filter(({ site, source }) => site === view.sites.main || isWithin(source.path, view.folder));
  const opened: OpenNavigation[] = [];
  for (const { site, source } of near) {
    const read = await readNavigation(view, site, source);
    if (read.kind === 'read') opened.push({ site, file: read.file });
  }
  return opened;
}

/** Applies edits to files; files without edits are left out. */
export function editedFiles(files: { file: NavigationFile; edits: TextEdit[] }[]): FileEdit[] {
  return files
    .filter(({ edits }) => edits.length > 0)
    .map(({ file, edits }) => ({ path: file.source.path, content: replaceSpans(file.text, edits) }));
}

/** A moved page whose entry was removed, because its navigation file cannot name the new path. */
export interface UnnamedPage {
  to: string;
  /** The title of the entry. */
  title: string | undefined;
}

/** Replaces the old paths of moved pages by the new ones in all navigation. */
export async function moveInNavigation(
  view: DocsView,
  after: DocsView,
  { moves, folders }: { moves: ReadonlyMap<string, string>; folders: FormerPath[] },
  drafts: Drafts,
): Promise<UnnamedPage[]> {
  const lost: UnnamedPage[] = [];
  for (const opened of await openNavigation(view)) {
    const { file } = opened;
    const { edits, unnamed } = await renamedReferences(after, opened, { moves, folders });
    drafts.add(file.source.path, edits);
    if (unnamed.size === 0) continue;
    drafts.add(
      file.source.path,
      file.lists.flatMap((list) => removals(file.text, list, unnamed).edits),
    );
    for (const from of unnamed) lost.push({ to: moves.get(from) ?? from, title: titleIn(file, from) });
  }
  return lost;
}

/** Returns the edits of a file's references to moved pages, and the pages that it cannot name at their new paths. */
async function renamedReferences(
  after: DocsView,
  { site, file }: OpenNavigation,
  { moves, folders }: { moves: ReadonlyMap<string, string>; folders: FormerPath[] },
): Promise<{ edits: TextEdit[]; unnamed: ReadonlySet<string> }> {
  const edits: TextEdit[] = [];
  const unnamed = new Set<string>();
  const named = new Set<string>();
  const place = moves.get(file.source.path);
  const source = place === undefined ? file.source : movedSource(file.source, place);
  for (const reference of referencesIn(file.lists)) {
    const { path } = reference;
    if (path === undefined) continue;
    const to = moves.get(path) ?? (place === undefined ? undefined : path);
    if (to === undefined) continue;
    const base = renameBase(reference.base, folders);
    const value = await referenceValue(after, { site, source, to, like: { ...reference, base } });
    (value === undefined ? unnamed : named).add(path);
    if (value !== undefined && value !== reference.value) edits.push({ ...reference.span, text: value });
  }
  for (const path of named) unnamed.delete(path);
  return { edits, unnamed };
}

/** The prefix of a reference is renamed if it is the folder's own. */
function renameBase(base: string | undefined, folders: FormerPath[]): string | undefined {
  return base && (movedPrefix(folders, base) ?? base);
}

function titleIn({ lists }: NavigationFile, path: string): string | undefined {
  return [...itemsIn(lists)].find(({ item }) => item.reference?.path === path)?.item.title;
}

/** A page that lists other pages names them relative to its own folder. */
function movedSource(source: NavigationSource, to: string): NavigationSource {
  return { ...source, path: to, folder: source.folder === folderOf(source.path) ? folderOf(to) : source.folder };
}

/** Removes pages; a group without remaining entries is removed too. */
export async function removeFromNavigation(view: DocsView, paths: ReadonlySet<string>, drafts: Drafts): Promise<void> {
  for (const { file } of await openNavigation(view)) {
    if (paths.has(file.source.path)) continue;
    drafts.add(
      file.source.path,
      file.lists.flatMap((list) => removals(file.text, list, paths).edits),
    );
  }
}

interface Removals {
  edits: TextEdit[];
  /** Whether the list has no entries left. */
  emptied: boolean;
}

function removals(text: string, list: NavigationList, paths: ReadonlySet<string>): Removals {
  const edits: TextEdit[] = [];
  const gone = new Set<number>();
  for (const [position, item] of list.items.entries()) {
    const inner = item.lists.map((nested) => removals(text, nested, paths));
    const isPage = item.reference?.path !== undefined && paths.has(item.reference.path);
    const onlyGroup = item.lists.length > 0 && inner.every(({ emptied }) => emptied);
    if ((isPage && (item.lists.length === 0 || onlyGroup)) || (onlyGroup && !item.reference)) gone.add(position);
    else edits.push(...mentions(text, list, item, paths), ...inner.flatMap((nested) => nested.edits));
  }
  edits.push(...withoutItems(text, list, gone));
  return { edits, emptied: gone.size === list.items.length && list.items.length > 0 };
}

/** Removes the mention of the page from an entry that stays for its children. */
function mentions(text: string, list: NavigationList, item: NavigationItem, paths: ReadonlySet<string>): TextEdit[] {
  return [item.reference, ...item.extra].flatMap((reference) => {
    if (reference?.path === undefined || !paths.has(reference.path)) return [];
    if (reference.property) return [withoutProperty(text, reference.property)];
    // `[Title]()` is a chapter still to be written, and keeps its children in their place.
    return list.style === 'summary' ? [{ ...reference.span, text: '' }] : [];
  });
}
