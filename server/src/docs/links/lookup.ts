import { extensionOf, stemOf, type PathIndex } from '../text/paths.ts';

/** What a path with or without extension leads to: a file, or a folder that is no page. */
export type Finding =
  | { kind: 'file'; path: string }
  | { kind: 'folder' | 'alone' | 'generated' | 'outside' }
  | undefined;

const pageEndings = ['.md', '.mdx', '.markdown'];
const componentEndings = ['.tsx', '.jsx', '.ts', '.js', '.astro', '.vue', '.svelte', '.html'];
const indexNames = ['index', 'README', 'readme', 'Readme', '_index', 'Index'];

/**
 * Finds what a path means on any kind of site: the file itself, the page for an `.html`, the page without its
 * extension, the index of a folder, or the folder. With a trailing slash, the index of a folder precedes a page with
 * the same name.
 */
export function lookup(index: PathIndex, written: string, components = false): Finding {
  const path = written.replace(/\/$/, '');
  const indexOfFolder = path === written ? undefined : findIndex(index, path, components);
  if (indexOfFolder !== undefined) return { kind: 'file', path: indexOfFolder };
  if (index.isFile(path)) return { kind: 'file', path };
  if (index.isLeftAlone(path)) return { kind: 'alone' };
  const bare = extensionOf(path) === '.html' || extensionOf(path) === '.htm' ? path.replace(/\.html?$/i, '') : path;
  const found =
    findPage(index, bare, components) ?? (bare === path ? undefined : findPage(index, parentOfIndex(bare), components));
  if (found !== undefined) return { kind: 'file', path: found };
  return index.isFolder(path) ? { kind: 'folder' } : undefined;
}

function findPage(index: PathIndex, bare: string, components: boolean): string | undefined {
  if (bare !== '') {
    for (const ending of endingsOf(components)) if (index.isFile(bare + ending)) return bare + ending;
  }
  return findIndex(index, bare, components);
}

function findIndex(index: PathIndex, folder: string, components: boolean): string | undefined {
  if (!index.isFolder(folder)) return undefined;
  const inside = folder === '' ? '' : `${folder}/`;
  for (const name of [...indexNames, stemOf(folder)]) {
    for (const ending of endingsOf(components)) if (index.isFile(inside + name + ending)) return inside + name + ending;
  }
  return undefined;
}

function endingsOf(components: boolean): string[] {
  return components ? [...pageEndings, ...componentEndings] : pageEndings;
}

function parentOfIndex(path: string): string {
  return path.replace(/(?:^|\/)index$/, '');
}

/** Whether a page is the index of its folder. */
export function isIndexPage(path: string): boolean {
  return /(?:^|\/)(?:index|readme|_index)\.(?:md|mdx|markdown)$/i.test(path);
}
