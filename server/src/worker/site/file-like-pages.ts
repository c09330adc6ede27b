import { pagePath } from '../../analytics/collect/page-path.ts';
import { openLocate } from './page-views.ts';
import type { PageViewsSource } from './page-views.ts';
import { asPage } from './where-served.ts';

/** Where the pages of a project's docs are read from. */
export interface FileLikePagesSource extends Pick<PageViewsSource, 'db' | 'project'> {
  docs: PageViewsSource['docs'][number];
}

/**
 * Returns the pages of the docs whose addresses end like those of files (`/wiki/Node.js`), as readers request them.
 * Most sites have few or none. Only for these must collection know that they are pages.
 */
export async function readFileLikePages({ db, project, docs }: FileLikePagesSource): Promise<ReadonlySet<string>> {
  const all = await docs.addresses();
  const odd = all.filter(({ addresses }) => addresses.some(endsLikeFile));
  if (odd.length === 0) return new Set();
  const locate = await openLocate({ db, project, docs: [docs] });
  return new Set(odd.flatMap(locate).filter(endsLikeFile));
}

/** Whether collection would take the page for a file because of its extension. */
function endsLikeFile(address: string): boolean {
  const page = pagePath(asPage(address) ?? '');
  return 'kind' in page && page.kind !== undefined;
}
