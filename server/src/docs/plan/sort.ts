import { replaceSpans, type TextEdit } from '../text/lines.ts';
import type { NavigationItem, NavigationList } from '../navigation/navigation.ts';
import { stemOf } from '../text/paths.ts';
import type { NavigationFile } from '../site/kind.ts';
import type { FileEdit } from '../tree.ts';
import type { DocsView } from '../view.ts';
import { tailOf } from './list-edits.ts';
import { editedFiles, openNavigation } from './navigation-edits.ts';

/**
 * Returns the edits that sort entries by title, in each list that names pages. Lists of only groups keep their order.
 * Entries swap places unchanged, with the comments after them.
 */
export async function planSortNavigation(view: DocsView): Promise<FileEdit[]> {
  const files: { file: NavigationFile; edits: TextEdit[] }[] = [];
  for (const { site, file } of await openNavigation(view)) {
    if (site !== view.sites.main) continue;
    const titles = await titlesOf(view, file);
    files.push({ file, edits: file.lists.flatMap((list) => sortedList(file.text, list, titles)) });
  }
  return editedFiles(files);
}

type Titles = Map<NavigationItem, string>;

function sortedList(text: string, list: NavigationList, titles: Titles): TextEdit[] {
  const nested = list.items.map((item) => item.lists.flatMap((inner) => sortedList(text, inner, titles)));
  const slots = list.items.filter((item) => titles.has(item));
  if (!list.ofPages || !areApart(slots)) return nested.flat();
  // Creating one takes ten milliseconds, so a process that sorts nothing should not do it.
  const collator = new Intl.Collator('en', { numeric: true });
  const ordered = slots.toSorted((a, b) => collator.compare(titles.get(a) ?? '', titles.get(b) ?? ''));
  if (ordered.every((item, position) => item === slots[position])) return nested.flat();
  const kept = list.items.flatMap((item, position) => (titles.has(item) ? [] : (nested[position] ?? [])));
  const moved = slots.flatMap((slot, position): TextEdit[] => {
    const item = ordered[position] ?? slot;
    const own = { ...slot.span, text: ownText(text, item, nested[list.items.indexOf(item)] ?? []) };
    const tail = tailOf(text, item.span);
    return [own, { ...tailOf(text, slot.span), text: text.slice(tail.start, tail.end) }];
  });
  // Lists defined elsewhere in the file (constants, functions) are edited there.
  const elsewhere = slots.flatMap((item) =>
    (nested[list.items.indexOf(item)] ?? []).filter((edit) => !isInside(edit, item)),
  );
  return [...kept, ...moved, ...elsewhere];
}

function ownText(text: string, item: NavigationItem, edits: TextEdit[]): string {
  const { start, end } = item.span;
  const inside = edits
    .filter((edit) => isInside(edit, item))
    .map((edit) => ({ text: edit.text, start: edit.start - start, end: edit.end - start }));
  return replaceSpans(text.slice(start, end), inside);
}

function isInside(edit: TextEdit, { span }: NavigationItem): boolean {
  return edit.start >= span.start && edit.end <= span.end;
}

/** Returns whether entries are in order without overlapping, as those of one list in the text are. */
function areApart(items: NavigationItem[]): boolean {
  return items.every(({ span }, position) => span.start >= (items[position - 1]?.span.end ?? 0));
}

/** Returns the title of each entry: its own label, else the title of its page, else the page's name. */
async function titlesOf(view: DocsView, file: NavigationFile): Promise<Titles> {
  const titles: Titles = new Map();
  const visit = async (list: NavigationList): Promise<void> => {
    for (const item of list.items) {
      const title = item.title ?? (await pageTitle(view, item.reference?.path)) ?? item.reference?.value;
      if (title !== undefined) titles.set(item, title);
      for (const inner of item.lists) await visit(inner);
    }
  };
  for (const list of file.lists) await visit(list);
  return titles;
}

async function pageTitle(view: DocsView, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const rough = await view.facts.rough(view.tree, path);
  if (rough.kind === 'refused') return undefined;
  const { frontMatter, heading } = rough.value;
  return frontMatter['sidebar_label'] || frontMatter['sidebarTitle'] || frontMatter['title'] || heading || stemOf(path);
}
