import type { Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';

/** Problems of the navigation. */
export async function checkNavigation(_view: DocsView): Promise<Finding[]> {
  return [];
}
