import { mapBounded } from '../map-bounded.ts';
import { baseName, folderOf, isMarkdown, stemOf } from '../text/paths.ts';
import type { DocsView } from '../view.ts';

/**
 * Returns the files that include something with one of the names, or anything at all without names. It uses a rough,
 * cached scan of each file.
 */
export async function pagesNaming(view: DocsView, files: string[], names: string[] | undefined): Promise<string[]> {
  const { facts, tree } = view;
  const sought = names && [...new Set(names)];
  const found = await mapBounded(files.filter(isMarkdown), 64, async (path) => {
    const rough = facts.cachedRough(tree, path) ?? (await facts.rough(tree, path));
    const parts = rough.kind === 'known' ? rough.value.parts : '';
    return parts !== '' && (!sought || sought.some((name) => parts.includes(name))) ? [path] : [];
  });
  return found.flat();
}

/** Returns the names by which a page may refer to a file: an index file is also named by its folder. */
export function partNames(path: string): string[] {
  const folder = baseName(path).startsWith('index.') ? baseName(folderOf(path)) : '';
  return [stemOf(path), folder].flatMap((name) => (name === '' ? [] : [name, encodeURI(name)]));
}
