import { historyOf } from '../../text/history.ts';
import { bareName, isPagePath, normalisePath } from '../../text/paths.ts';
import { listFiles } from './list-files.ts';
import type { Plan } from '../plan.ts';
import { notApplicable } from '../site.ts';
import type { Site } from '../site.ts';

/**
 * Finds the page that people mean by a name: its path, its path without extension, its address, or its title. Of
 * several, it chooses the one that is kept up to date, not a frozen version, and the original, not a translation.
 *
 * @throws CopydeskError `instruction_not_applicable` when there is none, or when there are several, naming them.
 */
export async function* findPage(site: Site, name: string): Plan<string> {
  const byPath = upToDate(site, pagesByPath(site, name));
  if (byPath.length === 1 && byPath[0] !== undefined) return byPath[0];
  if (byPath.length > 1) throw ambiguousNameError(name, byPath);
  if (isPagePath(name)) {
    const path = normalisePath(name) ?? '';
    const { files } = yield* listFiles([path]);
    if (files.includes(path)) return path;
  }
  const byTitle = isPagePath(name) ? [] : upToDate(site, yield* pagesByTitle(site, name));
  if (byTitle.length > 1) throw ambiguousNameError(name, byTitle);
  const [page] = byTitle;
  if (page !== undefined) return page;
  throw notApplicable(
    `There is no page ${JSON.stringify(name)} in the docs. Name it by its path${examplePage(site)} or by its title.`,
  );
}

function upToDate(site: Site, pages: readonly string[]): readonly string[] {
  if (pages.length < 2) return pages;
  const history = historyOf(site.pages, { root: site.root });
  const current = pages.filter((path) => history(path) === undefined);
  const known = current.length === 0 ? pages : current;
  const original = known.find((path) => known.every((other) => other === path || isTranslation(other, path)));
  return original === undefined ? known : [original];
}

/** Whether a path differs from another one only by a language folder: `docs/de/guides/a.md` and `docs/guides/a.md`. */
function isTranslation(path: string, original: string): boolean {
  const [own, others] = [path.split('/'), original.split('/')];
  const at = own.findIndex((segment, index) => segment !== others[index]);
  const language = own[at] ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/iu.test(language) && own.toSpliced(at, 1).join('/') === original;
}

/** Returns the pages with that path or address, by the most exact kind of match that any page has. */
export function pagesByPath(site: Site, name: string): string[] {
  const path = normalisePath(name.replace(/[?#].*$/u, ''));
  if (path === undefined || path === '') return [];
  const rooted = site.root === '' ? path : `${site.root}/${path}`;
  const exact = site.pages.filter((page) => page === path || page === rooted);
  if (exact.length > 0) return exact;
  const bare = new Set([bareName(path), bareName(rooted)]);
  const hasEnding = isPagePath(path);
  const same = site.pages.filter((page) => !hasEnding && bare.has(bareName(page)));
  if (same.length > 0 || /\s/u.test(name)) return same;
  return site.pages.filter((page) =>
    hasEnding ? page.endsWith(`/${path}`) : bareName(page).endsWith(`/${bareName(path)}`),
  );
}

/** Returns the pages with this title, in front matter or as a heading of level 1. */
async function* pagesByTitle(site: Site, name: string): Plan<string[]> {
  const title = name.trim().replace(/\s+/gu, ' ');
  if (title === '' || title.length > 200) return [];
  const escaped = escapePattern(title);
  const pattern = `^(#\\s+${escaped}${headingEnd}|(title|sidebar_label|sidebarTitle):\\s+["']?${escaped}["']?)\\s*$`;
  const [answer] = yield [{ tool: 'search', input: { pattern, ignore_case: true, path: '/', limit: 500 } }];
  const pages = new Set(site.pages);
  const hits = answer?.ok === true ? answer.text.split('\n') : [];
  const paths = hits.map((line) => /^(.+?):\d+:/u.exec(line)?.[1] ?? '');
  return [...new Set(paths.filter((path) => pages.has(path)))].sort();
}

/** What may follow the text of a heading: an id (`{#id}`, `{: #id }`, MDX's comment), closing marks. */
const headingEnd = '(\\s*(\\{:?\\s*[#.][^{}]*\\}|\\{/\\*\\s*#[^{}]*\\}))?(\\s+#+)?';

/** Returns a regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

function ambiguousNameError(name: string, pages: readonly string[]): Error {
  const named = pages.slice(0, 10).join(', ');
  const more = pages.length > 10 ? ` and ${pages.length - 10} more` : '';
  return notApplicable(
    `${JSON.stringify(name)} can mean several pages: ${named}${more}. Name the one by its whole path.`,
  );
}

function examplePage(site: Site): string {
  const [page] = site.pages;
  return page === undefined ? '' : ` (such as ${page})`;
}
