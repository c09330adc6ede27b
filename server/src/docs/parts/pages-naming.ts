import { mapBounded } from '../map-bounded.ts';
import { baseName, folderOf, isMarkdown, stemOf } from '../paths.ts';
import type { DocsView } from '../view.ts';

/** Those of the files that take in something with one of the names, or anything; a rough look at each, which is remembered. */
export async function pagesNaming(view: DocsView, files: string[], names: string[] | undefined): Promise<string[]> {
  const { facts, tree } = view;
  const sought = names && [...new Set(names)];
  const found = await mapBounded(files.filter(isMarkdown), 64, async (path) => {
    const rough = facts.roughIfRemembered(tree, path) ?? (await facts.rough(tree, path));
    const parts = rough.kind === 'known' ? rough.value.parts : '';
    return parts !== '' && (!sought || sought.some((name) => parts.includes(name))) ? [path] : [];
  });
  return found.flat();
}

/** What names a file, however: an index file is named by its folder too. */
export function partNames(path: string): string[] {
  const folder = baseName(path).startsWith('index.') ? baseName(folderOf(path)) : '';
  return [stemOf(path), folder].flatMap((name) => (name === '' ? [] : [name, encodeURI(name)]));
}
