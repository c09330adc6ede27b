import type { Place } from '../../grammar/instruction.ts';
import { blogOf, dateLinePattern, historyOf } from '../../text/history.ts';
import type { HistoryOf } from '../../text/history.ts';
import { isPagePath, normalisePath, pathMatcher } from '../../text/paths.ts';
import { listFiles } from './list-files.ts';
import { findPage } from './page-name.ts';
import type { PlanContext, Plan } from '../plan.ts';
import { searchPages } from './search-pages.ts';
import { siteOf } from '../site.ts';
import type { Site } from '../site.ts';

/** The files that an instruction is about. */
export interface Pages {
  site: Site;
  paths: string[];
  /** Symbolic links among them, which stay unchanged. */
  left: string[];
  /** When no place is named: Markdown files beside them that are no pages of the site, such as a README. */
  otherMarkdown: string[];
  /** Tells which of them describe the past; those are not changed unless the instruction names them. */
  historyOf: HistoryOf;
}

/**
 * Returns the pages of the site, or those that `within` names: a folder, a glob, a page.
 *
 * @param partials whether to include files that other pages include, and with `within` any Markdown file.
 * @throws CopydeskError `instruction_not_applicable` when there is none.
 */
export async function* pagesWithin(context: PlanContext, place: Place, partials: boolean): Plan<Pages> {
  const site = await siteOf(context);
  const { within } = place;
  const found = within === undefined ? yield* everyPage(site, partials) : yield* namedPages(site, within, partials);
  if (found !== undefined) {
    const except = yield* findExcepted(site, found.paths, place.except ?? []);
    const paths = found.paths.filter((path) => !except.has(path));
    return { site, ...found, paths, historyOf: historyOf(found.paths, { ...place, root: site.root }) };
  }
  return {
    site,
    paths: [yield* findPage(site, within ?? '')],
    left: [],
    otherMarkdown: [],
    historyOf: () => undefined,
  };
}

/**
 * Like {@link pagesWithin}, for the files that are checked: when no place is named, `paths` is undefined, which means
 * all.
 */
export async function* checkedWithin(
  context: PlanContext,
  place: Place,
): Plan<{ paths: string[] | undefined; historyOf: HistoryOf }> {
  if (place.within !== undefined || place.except !== undefined) return yield* pagesWithin(context, place, true);
  const site = await siteOf(context);
  return { paths: undefined, historyOf: historyOf(site.pages, { ...place, root: site.root }) };
}

/** Returns the pages of blogs that give a date in their text. */
export async function* datedPosts(context: PlanContext): Plan<Set<string>> {
  const { pages } = await siteOf(context);
  const blogs = [...new Set(pages.flatMap((path) => blogOf(path) ?? []))];
  if (blogs.length === 0) return new Set();
  return new Set(
    yield* searchPages({ pattern: dateLinePattern, text: false, ignoreCase: false }, pages.filter(blogOf)),
  );
}

type Found = Pick<Pages, 'paths' | 'left' | 'otherMarkdown'>;

async function* everyPage(site: Site, partials: boolean): Plan<Found> {
  const pages = site.pages.filter(isPagePath);
  if (!partials) return { paths: pages.sort(), left: [], otherMarkdown: [] };
  const { files, others } = yield* listFiles(pageGlobs(site.docsFolder));
  const partialPaths = files.filter((path) => isPagePath(path) && isPartial(path) && isBelow(path, site.root));
  const paths = new Set([...pages, ...partialPaths]);
  const otherMarkdown = files.filter((path) => isPagePath(path) && !paths.has(path) && !isOfPrograms(path));
  return {
    paths: [...paths].sort(),
    left: others.filter((line) => isPageLink(line) && isBelow(line, site.root)),
    otherMarkdown,
  };
}

async function* findExcepted(site: Site, paths: readonly string[], names: readonly string[]): Plan<Set<string>> {
  const except = new Set<string>();
  for (const name of names) {
    const named = matchingPaths(paths, site.root, name);
    for (const path of named.length > 0 ? named : [yield* findPage(site, name)]) except.add(path);
  }
  return except;
}

/** Returns the pages of a folder or a glob; undefined when it names none. */
async function* namedPages(site: Site, within: string, partials: boolean): Plan<Found | undefined> {
  const { files, others } = yield* listFiles(pageGlobs(''));
  const known = new Set(site.pages);
  const eligible = files.filter((path) => isPagePath(path) && (partials || known.has(path)));
  const paths = matchingPaths(eligible, site.root, within);
  const left = matchingPaths(others.filter(isPageLink), site.root, within);
  return paths.length === 0 ? undefined : { paths, left, otherMarkdown: [] };
}

/** Whether a line about a link or submodule has the name of a page. */
function isPageLink(line: string): boolean {
  return isPagePath(line.replace(/ \(\w+\)$/u, ''));
}

function matchingPaths(paths: readonly string[], root: string, within: string): string[] {
  const inRepository = paths.filter(pathMatcher(within));
  if (inRepository.length > 0 || root === '') return inRepository;
  const path = normalisePath(within);
  return path === undefined ? [] : paths.filter(pathMatcher(`${root}/${path}`));
}

/** Returns globs for everything below a folder that has the name of a page. */
function pageGlobs(folder: string): string[] {
  const prefix = folder === '' || /[*?[\]{}\\]/u.test(folder) ? '' : `${folder}/`;
  return ['md', 'mdx', 'markdown'].map((ending) => `${prefix}**/*.${ending}`);
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Files in hidden folders and in packages are not written for readers. */
function isOfPrograms(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]+|node_modules|vendor)\//u.test(path);
}

/** Whether pages include this file, by the names that site generators use. */
function isPartial(path: string): boolean {
  return (
    path.split('/').some((part) => /^(?:_.+|snippets|partials|includes)$/u.test(part)) &&
    !path.includes('node_modules/')
  );
}
