import { isPagePath, normalisePath } from '../../text/paths.ts';
import { notApplicable } from '../site.ts';
import type { Site } from '../site.ts';
import { quote } from '../replace/words.ts';

/**
 * Returns the path of a new page: a path of the repository when it begins like one, else a path within the docs folder.
 * A path without an extension gets the one that most pages have.
 *
 * @param from the current path of a page that is moved: paths beside its folder are paths of the repository too.
 * @param called the part of that path by which the instruction named it: the new path starts at the same place.
 * @throws CopydeskError `instruction_not_applicable` for a path that leads out of the repository or names no page.
 */
export function newPath(site: Site, given: string, from?: string, called?: string): string {
  const path = normalisePath(given);
  if (path === undefined || path === '' || /[\0\n*?]/u.test(path)) {
    throw notApplicable(`${quote(given)} is not a path of the repository.`);
  }
  const complete = isPagePath(path) ? path : withEnding(site, path, given.endsWith('/'));
  const base = from === undefined || given.startsWith('/') ? '' : baseOf(from, called ?? '');
  const isAlongside =
    base !== '' && !isInDocs(site, complete) && (called?.includes('/') === true || !complete.includes('/'));
  return isAlongside ? base + complete : repositoryPathFor(site, complete, { given, from });
}

/** Returns what precedes the part by which a page was named: `docs/` of `docs/guides/a.md` for `guides/a`. */
function baseOf(from: string, called: string): string {
  const name = normalisePath(called) ?? '';
  const path = isPagePath(name) ? from : from.replace(/\.\w+$/u, '');
  return name !== '' && path.endsWith(`/${name}`) ? path.slice(0, -name.length) : '';
}

/**
 * Returns the repository path for a path that people wrote, `given`, which may also be a path within the docs or an
 * address.
 */
export function repositoryPathFor(
  site: Site,
  path: string,
  { given, from }: { given: string; from: string | undefined },
): string {
  const home = homeOf(site, from);
  if (given.startsWith('/')) {
    const route = home.routes.map((one) => one.slice(1)).find((one) => one !== '' && isWithin(path, one));
    return route === undefined && isInDocs(site, path)
      ? path
      : join(home.path, path.slice(route ? route.length + 1 : 0));
  }
  if (isRepositoryPath(site, path, from)) return path;
  const rooted = join(site.root, path);
  return isInDocs(site, rooted) ? rooted : join(home.path, path);
}

function withEnding(site: Site, path: string, isFolder: boolean): string {
  const mdx = site.pages.filter((page) => page.endsWith('.mdx')).length;
  const ending = mdx * 2 > site.pages.length ? 'mdx' : 'md';
  return isFolder ? `${path}/index.${ending}` : `${path}.${ending}`;
}

/**
 * Whether a path such as `docs/guides/new` begins like a folder of the docs, like the site's folder, or like other
 * pages.
 */
function isRepositoryPath(site: Site, path: string, from: string | undefined): boolean {
  if (isInDocs(site, path) || (site.root !== '' && isWithin(path, site.root))) return true;
  if (from !== undefined && !isInDocs(site, from)) return true;
  const top = `${path.split('/', 1)[0] ?? ''}/`;
  return path.includes('/') && site.pages.some((page) => page.startsWith(top));
}

function isInDocs({ folders }: Site, path: string): boolean {
  return folders.some((folder) => isWithin(path, folder.path));
}

/** Returns the docs folder that contains a page, or the usual one. */
function homeOf({ folders, root }: Site, from: string | undefined): Site['folders'][number] {
  const around = folders
    .filter((folder) => from !== undefined && isWithin(from, folder.path))
    .toSorted((a, b) => b.path.length - a.path.length);
  return around[0] ?? folders[0] ?? { path: root, routes: [''] };
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

function join(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}
