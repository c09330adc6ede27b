import { isPagePath, normalisePath } from '../text/paths.ts';
import { notApplicable } from './site.ts';
import type { Site } from './site.ts';
import { quote } from './words.ts';

/**
 * Where a new page goes: a path of the repository when it begins like one, else a path within the site's folder. It
 * gets the ending that most pages have when it has none.
 *
 * @param from where a page that is moved there lies now: its folder's siblings are paths of the repository too.
 * @throws CopydeskError `instruction_not_applicable` for a path that leads out of the repository or names no page.
 */
export function newPath(site: Site, given: string, from?: string): string {
  const path = normalisePath(given);
  if (path === undefined || path === '' || /[\0\n*?]/u.test(path)) {
    throw notApplicable(`${quote(given)} is not a path of the repository.`);
  }
  const complete = isPagePath(path) ? path : withEnding(site, path, given.endsWith('/'));
  return isRepositoryPath(site, complete, given, from) ? complete : `${site.root}/${complete}`;
}

function withEnding(site: Site, path: string, isFolder: boolean): string {
  const mdx = site.pages.filter((page) => page.endsWith('.mdx')).length;
  const ending = mdx * 2 > site.pages.length ? 'mdx' : 'md';
  return isFolder ? `${path}/index.${ending}` : `${path}.${ending}`;
}

/** `/guides/new` is an address of the site; `docs/guides/new` begins as the site's folder or as other pages do. */
function isRepositoryPath(site: Site, path: string, given: string, from: string | undefined): boolean {
  if (site.root === '') return true;
  if (path.startsWith(`${site.root}/`)) return true;
  if (given.startsWith('/')) return false;
  if (from !== undefined && !from.startsWith(`${site.root}/`)) return true;
  const top = `${path.split('/', 1)[0] ?? ''}/`;
  return path.includes('/') && site.pages.some((page) => page.startsWith(top));
}
