import type { RoughFacts } from '../compare/candidates.ts';
import { isIndexPage } from '../links/lookup.ts';
import { mapBounded } from '../map-bounded.ts';
import { baseName, folderOf, stemOf } from '../text/paths.ts';
import type { DocsView } from '../view.ts';

/** How many pages are read at once. */
const inFlight = 64;

/** With more names than this, searching for each costs more than resolving every candidate. */
const maximumNames = 40;

/**
 * Returns those of `pages` with a candidate for which `matters` returns true, by a rough scan of each. There are more
 * candidates than links, so a precise parse must confirm the result. Every target that matters contains one of `names`;
 * if `names` is undefined, `matters` is called for all targets.
 */
export async function pagesWithCandidates(
  view: DocsView,
  pages: string[],
  names: string[] | undefined,
  matters: (page: string, target: string) => boolean,
): Promise<string[]> {
  const usable = names && names.length <= maximumNames ? names : undefined;
  const found: string[] = [];
  const unread: string[] = [];
  for (const page of pages) {
    const rough = view.facts.cachedRough(view.tree, page);
    if (!rough) unread.push(page);
    else if (rough.kind === 'known' && hasCandidate(rough.value, page)) found.push(page);
  }
  await mapBounded(unread, inFlight, async (page) => {
    const rough = await view.facts.rough(view.tree, page);
    if (rough.kind === 'known' && hasCandidate(rough.value, page)) found.push(page);
  });
  return found.toSorted();

  function hasCandidate({ targets, incomplete }: RoughFacts, page: string): boolean {
    if (incomplete) return true;
    if (targets === '') return false;
    if (!mayMatter(targets)) return false;
    return targets.split('\n').some((target) => mayMatter(target) && matters(page, target));
  }

  function mayMatter(targets: string): boolean {
    return !usable || usable.some((name) => targets.includes(name)) || hasIndexTarget(targets);
  }
}

/** Returns whether there is a target without a name in it, which leads to an index page: `..`, `./`, `/`. */
export function hasIndexTarget(targets: string): boolean {
  return indexTarget.test(targets);
}

const indexTarget = /^(?:\.{0,2}\/)*\.{0,2}\/?(?:[#?].*)?$/m;

/** Returns texts of which every target that leads to one of these files contains one, however it is spelled. */
export function namesOf(paths: string[], routes: string[]): string[] {
  const names = new Set<string>();
  for (const path of paths) {
    for (const name of [stemOf(path), withoutNumber(stemOf(path)), isIndexPage(path) ? baseName(folderOf(path)) : ''])
      add(name);
  }
  for (const route of routes) add(baseName(route));
  return [...names];

  function add(name: string): void {
    if (name === '') return;
    for (const form of [name, encodeURI(name), encodeURIComponent(name), name.toLowerCase()]) names.add(form);
    // Characters that Markdown may escape can also occur as `\_` or `&amp;`: the longest part without one is enough.
    const part = name.split(/[^\p{L}\p{N}-]+/u).toSorted((a, b) => b.length - a.length)[0];
    if (part && part !== name) names.add(part);
  }
}

function withoutNumber(name: string): string {
  return name.replace(/^\d+\s*[-_.]+\s*/, '');
}
