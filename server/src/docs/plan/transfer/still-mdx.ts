import type { DocsView } from '../../view.ts';
import type { Place } from './place.ts';
import { refusal, type Stretch } from './stretch.ts';

/**
 * Refuses a move that cuts a component, because neither page could be built.
 * @throws CopydeskError `file_refused` if a page that was valid MDX is not any more.
 */
export async function refuseBrokenMdx(
  view: DocsView,
  after: DocsView,
  { stretch, place }: { stretch: Stretch; place: Place },
): Promise<void> {
  for (const path of new Set([stretch.path, place.path])) {
    if (!after.index.isFile(path)) continue;
    const former = path === place.path && !place.page ? stretch.path : path;
    const [was, is] = [await faultOf(view, former), await faultOf(after, path)];
    if (was !== undefined || is === undefined) continue;
    throw refusal(`${path} would be no valid MDX then (${is}): take whole components, with all that they need.`);
  }
}

async function faultOf(view: DocsView, path: string): Promise<string | undefined> {
  const page = await view.page(path);
  if (page.kind === 'refused') return undefined;
  return page.value.faults.find(({ rule }) => rule === 'mdx-parse')?.message;
}
