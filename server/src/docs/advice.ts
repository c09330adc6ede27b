import { baseName } from './text/paths.ts';
import { placeFor } from './plan/redirects/redirect-writing.ts';
import { openStores } from './redirects/open.ts';
import type { DocsView } from './view.ts';

/**
 * Returns advice for editing the main site: that of its kind, and where this site keeps its redirects if that differs
 * from its kind.
 */
export async function adviceOn(view: DocsView): Promise<string> {
  const { main } = view.sites;
  const { advice, redirects } = main.kind;
  if (redirects.frontMatter(main) !== undefined) return advice;
  const path = placeFor(await openStores(view, main))?.store.path;
  if (path === undefined || advice.includes(`\`${baseName(path)}\``)) return advice;
  return `${advice} This site keeps its redirects in \`${path}\`.`;
}
