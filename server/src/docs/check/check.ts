import { mapBounded } from '../map-bounded.ts';
import { isMarkdown } from '../text/paths.ts';
import type { Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { breaksIn } from './breaks.ts';
import { filesOfDocs } from './files-of-docs.ts';
import type { Checking } from './links.ts';
import { checkNavigation } from './navigation.ts';
import { checkPage, countLinksIfFine } from './page.ts';
import { checkRedirects } from './redirects.ts';

/** How many pages are checked concurrently: enough to keep the parser threads busy, few enough to bound memory. */
const inFlight = 16;

/** Returns the problems of all pages, their parts, the navigation and redirects, sorted by path and line. */
export async function checkAll(view: DocsView, checking: Checking): Promise<Finding[]> {
  await view.facts.prepare(view.tree, view.pages);
  await view.loadRoutes();
  const perPage = await mapBounded(view.pages, inFlight, (path) => checkPageLazily(view, path, checking));
  const breaks = await breaksIn(view, filesOfDocs(view));
  checking.tally.othersNotJudged(breaks.notJudged);
  const ofSites = [...(await checkNavigation(view, checking)), ...(await checkRedirects(view, checking))];
  return sortFindings([...perPage.flat(), ...breaks.findings, ...ofSites]);
}

/** Returns the problems of the given files. Problems of navigation and redirects belong to the files that list them. */
export async function checkPaths(view: DocsView, paths: string[], checking: Checking): Promise<Finding[]> {
  const asked = [...new Set(paths)].filter((path) => view.index.isFile(path));
  const pages = asked.filter(isMarkdown);
  const perPage = await mapBounded(pages, inFlight, (path) => checkPageLazily(view, path, checking));
  const navigation = (await checkNavigation(view, checking)).filter(({ path }) => asked.includes(path));
  const redirects = await checkRedirects(view, checking, asked);
  const breaks = await breaksIn(view, asked);
  checking.tally.othersNotJudged(breaks.notJudged);
  return sortFindings([...perPage.flat(), ...breaks.findings, ...navigation, ...redirects]);
}

/** Returns the problems of a page. The page is parsed only when it may have some. */
export async function checkPageLazily(view: DocsView, path: string, checking: Checking): Promise<Finding[]> {
  const links = await countLinksIfFine(view, path);
  if (links === undefined) return checkPage(view, path, checking);
  checking.tally.judged(links);
  return [];
}

export function sortFindings(findings: Finding[]): Finding[] {
  return findings.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
