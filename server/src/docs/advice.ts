import { baseName } from './paths.ts';
import { placeFor } from './plan/redirect-writing.ts';
import { openStores } from './redirects/open.ts';
import type { DocsView } from './view.ts';

/** What to mind on the main site: that of its kind, and where this one keeps redirects, if elsewhere than its kind does. */
export async function adviceOn(view: DocsView): Promise<string> {
  const { main } = view.sites;
  const { advice, redirects } = main.kind;
  if (redirects.frontMatter(main) !== undefined) return advice;
  const path = placeFor(await openStores(view, main))?.store.path;
  if (path === undefined || advice.includes(`\`${baseName(path)}\``)) return advice;
  return `${advice} This site keeps its redirects in \`${path}\`.`;
}
