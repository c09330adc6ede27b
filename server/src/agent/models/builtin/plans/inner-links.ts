import { folderOf, isPagePath, normalisePath } from '../text/paths.ts';
import type { Desk, Plan } from './plan.ts';
import { revisePages } from './revise-pages.ts';

/** The targets of all links of pages, in their order. */
export type Targets = ReadonlyMap<string, readonly string[]>;

/** Notes the links of pages before their folder is moved. */
export async function* linksOf(desk: Desk, paths: readonly string[]): Plan<Targets> {
  const targets = new Map<string, readonly string[]>();
  yield* revisePages(desk, paths.filter(isPagePath), ({ path, page }) => {
    targets.set(
      path,
      page.links.map((link) => link.target),
    );
    return [];
  });
  return targets;
}

/**
 * Puts links from page to page of a moved folder back as they were: file by file, each was written anew
 * (`../new/b.md`), and they lead where they led, as the pages moved together.
 */
export async function* keepInnerLinks(
  desk: Desk,
  before: Targets,
  { from, to }: { from: string; to: string },
): Plan<void> {
  const moved = new Map(Array.from(before, ([path, targets]) => [to + path.slice(from.length), { path, targets }]));
  yield* revisePages(desk, [...moved.keys()], ({ path: now, page }) => {
    const was = moved.get(now);
    if (was?.targets.length !== page.links.length) return [];
    return page.links.flatMap(({ target, span }, index) => {
      const old = was.targets[index] ?? target;
      return old !== target && staysWithin(from, was.path, old) ? [{ ...span, text: old }] : [];
    });
  });
}

/** Whether a relative link never leaves the folder on its way: `../guide/b.md` within `guide` names it, and must not stay. */
function staysWithin(folder: string, page: string, target: string): boolean {
  const path = target.replace(/[?#].*$/u, '');
  if (path === '' || path.startsWith('/') || /^[a-z][\w+.-]*:|^@/iu.test(path)) return false;
  // Within the folder alone, what leads out of it leads nowhere.
  const below = normalisePath(folderOf(page.slice(folder.length + 1)) + path);
  return below !== undefined && below !== '';
}
