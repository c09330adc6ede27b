import { isPagePath, normalisePath, pathMatcher } from '../text/paths.ts';
import { listFiles } from './list-files.ts';
import { findPage } from './page-name.ts';
import type { Desk, Plan } from './plan.ts';
import { siteOf } from './site.ts';
import type { Site } from './site.ts';

/** The files that an instruction is about. */
export interface Pages {
  site: Site;
  paths: string[];
  /** Symbolic links among them, which are left alone. */
  left: string[];
}

/**
 * The pages of the site, or those that `within` names: a folder, a glob, a page.
 *
 * @param partials whether files that pages include count too, and with `within` any Markdown file.
 * @throws CopydeskError `instruction_not_applicable` when there is none.
 */
export async function* pagesWithin(desk: Desk, within: string | undefined, partials: boolean): Plan<Pages> {
  const site = await siteOf(desk);
  if (within === undefined && !partials) return { site, paths: site.pages.filter(isPagePath).sort(), left: [] };
  const { files, others } = yield* listFiles(pageGlobs(within === undefined ? site.root : ''));
  const known = new Set(site.pages);
  const left = others.filter((line) => isPagePath(line.replace(/ \(\w+\)$/u, '')));
  if (within === undefined) {
    const partialPaths = files.filter((path) => isPagePath(path) && isPartial(path));
    const paths = [...new Set([...site.pages.filter(isPagePath), ...partialPaths])].sort();
    return { site, paths, left };
  }
  const eligible = files.filter((path) => isPagePath(path) && (partials || known.has(path)));
  const found = matching(eligible, site.root, within);
  if (found.length > 0) return { site, paths: found, left: matching(left, site.root, within) };
  return { site, paths: [yield* findPage(site, within)], left: [] };
}

function matching(paths: readonly string[], root: string, within: string): string[] {
  const inRepository = paths.filter(pathMatcher(within));
  if (inRepository.length > 0 || root === '') return inRepository;
  const path = normalisePath(within);
  return path === undefined ? [] : paths.filter(pathMatcher(`${root}/${path}`));
}

/** Everything that has the name of a page, below a folder. */
function pageGlobs(folder: string): string[] {
  const prefix = folder === '' || /[*?[\]{}\\]/u.test(folder) ? '' : `${folder}/`;
  return ['md', 'mdx', 'markdown'].map((ending) => `${prefix}**/*.${ending}`);
}

/** Files that pages include, by the names that site generators give them. */
function isPartial(path: string): boolean {
  return (
    path.split('/').some((part) => /^(?:_.+|snippets|partials|includes)$/u.test(part)) &&
    !path.includes('node_modules/')
  );
}
