import { folderOf, isPagePath, stemOf } from '../paths.ts';
import type { LinkRules, Site } from '../site/kind.ts';
import { within } from '../site/site.ts';
import { isIndexPage } from './lookup.ts';

/** The names under which code hosts and most generators look for the page of a folder. */
export const usualIndexNames = ['index', 'README', 'readme', 'Readme', '_index', 'Index'] as const;

/** Where the address of a page ends with a slash it is a folder to the browser: `a/b.md` is at `/a/b/`. */
export const basesAsFolder: LinkRules['bases'] = ({ from, path, use }) => {
  if (isPagePath(path) && use !== 'attribute') return [];
  const folder = folderOf(from);
  const bases = [within(folder, stemOf(from))];
  return isIndexPage(from) ? [...bases, folderOf(folder)] : bases;
};

/** Relative targets are meant from the page's own folder alone. */
export const noOtherBases: LinkRules['bases'] = () => [];

/** Kinds whose links name files leave addresses from the top to the web server. */
export function ofTheHost({ path }: { site: Site; path: string; expected: string }): string | undefined {
  return path.startsWith('/') ? "addresses from the top are the web server's" : undefined;
}
