import { mapBounded } from '../map-bounded.ts';
import { pagesThatLeadTo } from '../plan/inbound-links.ts';
import type { DocsView } from '../view.ts';

/** More pages than this are not parsed, but counted by a rough scan, which takes targets in code samples for links. */
const mostParsed = 500;

/** Returns how many other pages of the docs link to each of the files. */
export async function countInbound(view: DocsView, paths: readonly string[]): Promise<Map<string, number>> {
  const pages = await pagesThatLeadTo(view, [...paths]);
  if (pages.length > mostParsed) return await countRoughly(view, paths);
  const counts = new Map(paths.map((path) => [path, 0]));
  await mapBounded(pages, 16, async (page) => {
    for (const path of await leadsOf(view, page)) {
      const count = path === page ? undefined : counts.get(path);
      if (count !== undefined) counts.set(path, count + 1);
    }
  });
  return counts;
}

/** Returns the files to which a page links, each once; none if it cannot be parsed. */
async function leadsOf(view: DocsView, path: string): Promise<Set<string>> {
  const page = await view.page(path);
  if (page.kind !== 'known') return new Set();
  const resolutions = await Promise.all(
    view.linksOf(path, page.value).map(async ({ target, use }) => await view.resolve(path, target, use)),
  );
  return new Set(resolutions.flatMap((one) => (one.kind === 'found' && one.path !== undefined ? [one.path] : [])));
}

async function countRoughly(view: DocsView, paths: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const pages = await pagesThatLeadTo(view, [path]);
    counts.set(path, pages.filter((page) => page !== path).length);
  }
  return counts;
}
