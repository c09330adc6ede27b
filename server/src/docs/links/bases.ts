import { folderOf, isPagePath, stemOf } from '../text/paths.ts';
import type { LinkRules, Site } from '../site/kind.ts';
import { joinParts } from '../site/site.ts';
import { isIndexPage } from './lookup.ts';

/** The names that code hosts and most generators try for the page of a folder. */
export const usualIndexNames = ['index', 'README', 'readme', 'Readme', '_index', 'Index'] as const;

/** For sites whose addresses end with a slash: `a/b.md` is at `/a/b/`, which browsers treat as a folder. */
export const basesAsFolder: LinkRules['bases'] = ({ from, path, use }) => {
  if (isPagePath(path) && use !== 'attribute') return [];
  const folder = folderOf(from);
  const bases = [joinParts(folder, stemOf(from))];
  return isIndexPage(from) ? [...bases, folderOf(folder)] : bases;
};

/** Relative targets start only from the page's own folder. */
export const noOtherBases: LinkRules['bases'] = () => [];

/** Returns the doubt about an absolute path, on sites whose links name files: only the web server knows it. */
export function hostDoubt({ path }: { site: Site; path: string; expected: string }): string | undefined {
  return path.startsWith('/') ? "addresses from the top are the web server's" : undefined;
}
