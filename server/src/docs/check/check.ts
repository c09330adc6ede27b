import { mapBounded } from '../map-bounded.ts';
import { isMarkdown } from '../paths.ts';
import type { Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { checkNavigation } from './navigation.ts';
import { checkPage, mayHaveProblems } from './page.ts';

/** How many pages are looked at at once: enough to keep the parser threads busy, few enough to bound memory. */
const inFlight = 16;

/** The problems of all pages and of the navigation, sorted by path and line. */
export async function checkAll(view: DocsView): Promise<Finding[]> {
  const perPage = await mapBounded(view.pages, inFlight, (path) => checkPageLazily(view, path));
  return sorted([...perPage.flat(), ...(await checkNavigation(view))]);
}

/** The problems of the given files. A file of navigation answers for what it lists. */
export async function checkPaths(view: DocsView, paths: string[]): Promise<Finding[]> {
  const asked = [...new Set(paths)].filter((path) => view.index.isFile(path));
  const perPage = await mapBounded(asked.filter(isMarkdown), inFlight, (path) => checkPageLazily(view, path));
  const navigation = (await checkNavigation(view)).filter(({ path }) => asked.includes(path));
  return sorted([...perPage.flat(), ...navigation]);
}

/** The problems of a page, which is parsed only when it may have some. */
export async function checkPageLazily(view: DocsView, path: string): Promise<Finding[]> {
  const rough = await view.facts.rough(view.tree, path);
  if (rough.kind === 'known' && !(await mayHaveProblems(view, path, rough.value))) return [];
  return checkPage(view, path);
}

export function sorted(findings: Finding[]): Finding[] {
  return findings.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
