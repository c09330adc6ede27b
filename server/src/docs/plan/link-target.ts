import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';
import { addressBelow, hostRootOf, type HostRoot } from './host-root.ts';

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
  /** Whether nothing shows that the host serves the page at this address. */
  isAssumed?: boolean | undefined;
}

/**
 * Returns the usual address of a page; undefined for other files, for drafts, and for the pages of a site whose
 * generator is not known and whose host has no file of redirects.
 *
 * @param root the folder that the host serves, as the docs before a change show it.
 */
export async function addressAt(view: DocsView, path: string, root?: HostRoot): Promise<string | undefined> {
  if (!view.isPage(path)) return undefined;
  const rough = await view.facts.rough(view.tree, path);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  if (frontMatter['draft'] === 'true') return undefined;
  const site = view.sites.of(path);
  if (site.kind.addresses.public) return addressesOf(site, path, frontMatter)[0];
  const served = root ?? (await hostRootOf(view, site));
  return served && addressBelow(site, served.folder, path, frontMatter);
}
