import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';

/** The target of a redirect or link: a page, or an address elsewhere. */
export interface LinkTarget {
  /** The address below the site's base; undefined if it is no page of the site. */
  address: string | undefined;
  /** The path that the page will have. */
  path?: string | undefined;
  /** The present path of the same file. */
  file?: string | undefined;
  /** The fragment with its `#`. */
  hash?: string;
  url?: string;
}

/**
 * Returns the usual address of a page; undefined for other files, for drafts, and if only the host knows the address.
 */
export async function addressAt(view: DocsView, path: string): Promise<string | undefined> {
  const site = view.sites.of(path);
  if (!view.isPage(path) || !site.kind.addresses.public) return undefined;
  const rough = await view.facts.rough(view.tree, path);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  return frontMatter['draft'] === 'true' ? undefined : addressesOf(site, path, frontMatter)[0];
}
