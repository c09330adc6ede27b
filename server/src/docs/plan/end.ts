import { addressesOf } from '../site/routes.ts';
import type { DocsView } from '../view.ts';

/** A page, or an address elsewhere. */
export interface NewEnd {
  /** Below the site's base; undefined for what is no page of the site. */
  address: string | undefined;
  /** The file of the page, as it will be. */
  path?: string | undefined;
  /** The same file as it is called now. */
  file?: string | undefined;
  /** With its `#`. */
  hash?: string;
  url?: string;
}

/** The usual address of a page; undefined for what is none, for drafts, and where only the host knows. */
export async function addressAt(view: DocsView, path: string): Promise<string | undefined> {
  const site = view.sites.of(path);
  if (!view.isPage(path) || !site.kind.addresses.public) return undefined;
  const rough = await view.facts.rough(view.tree, path);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  return frontMatter['draft'] === 'true' ? undefined : addressesOf(site, path, frontMatter)[0];
}
