import { useOf } from '../links/uses.ts';
import { namesOf, pagesWithCandidates } from '../inbound/inbound.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { mapBounded } from '../map-bounded.ts';
import { isMarkdown, isWithin } from '../text/paths.ts';
import { addressesOf } from '../site/routes.ts';
import type { Span } from '../tree.ts';
import type { DocsView } from '../view.ts';
import type { SiteKind, TargetUse } from '../site/kind.ts';

/**
 * Returns the Markdown files with a link to one of `paths`. Files of navigation are left out, because they are edited
 * separately.
 */
export async function pagesThatLeadTo(view: DocsView, paths: string[]): Promise<string[]> {
  const wanted = new Set(paths);
  const routes = (await mapBounded(paths.filter(isMarkdown), 64, (path) => routesOf(view, path))).flat();
  const names = (await mapBounded(paths, 8, (path) => view.namesIn(path))).flat();
  if (routes.length + names.length > 0)
    await Promise.all([...new Set(paths.map((path) => view.sites.of(path)))].map((site) => view.routesOf(site)));
  // Files that the configuration names as navigation are no pages.
  const navigation = new Set(view.sites.all.flatMap((other) => other.navigation.map((source) => source.path)));
  const texts = view.index.files.filter(
    (file) => isMarkdown(file) && isWithin(file, view.folder) && !navigation.has(file),
  );
  return pagesWithCandidates(view, texts, [...namesOf(paths, routes), ...names], (page, target) => {
    const resolution = view.resolveQuickly(page, target, 'link');
    return resolution.kind === 'found' && resolution.path !== undefined && wanted.has(resolution.path);
  });
}

async function routesOf(view: DocsView, path: string): Promise<string[]> {
  const rough = await view.facts.rough(view.tree, path);
  return rough.kind === 'known' ? addressesOf(view.sites.of(path), path, rough.value.frontMatter) : [];
}

export interface PageTarget {
  target: string;
  span: Span;
  use: TargetUse;
}

/** Returns every link of a page, without its imports and includes. */
export function targetsOf(kind: SiteKind, facts: PageFacts): PageTarget[] {
  return facts.links.map((link) => ({ target: link.target, span: link.span, use: useOf(kind, link) ?? 'attribute' }));
}
