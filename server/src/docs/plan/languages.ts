import { lookup } from '../links/lookup.ts';
import { isWithin, pathWithin } from '../text/paths.ts';
import type { Content, Site } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';
import { joinParts } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { addressAt, type LinkTarget } from './link-target.ts';

/** The former address of a page for readers of a language without its translation, and where they find it now. */
export interface FormerAddress {
  address: string;
  to: LinkTarget;
}

/**
 * Returns the redirects for readers of other languages, where the original of a page replaced its missing translation,
 * such as `/hi/old` for `/old`. They lead to the page in that language, translated or not.
 */
export async function formerAddressesOf(
  before: DocsView,
  path: string,
  after: DocsView,
  to: LinkTarget | undefined,
): Promise<FormerAddress[]> {
  const site = before.sites.of(path);
  const found: FormerAddress[] = [];
  for (const language of languagesOf(site, path)) {
    const address = await addressIn(before, path, language);
    if (address === undefined || address.isTranslated || to === undefined) continue;
    const there = to.path === undefined ? undefined : await addressIn(after, to.path, language);
    found.push({ address: address.address, to: there ? { ...to, address: there.address } : to });
  }
  return found;
}

/** Returns the languages that fall back to the folder of a page. */
function languagesOf({ contents }: Site, path: string): Content[] {
  const others = contents.filter(({ fallback }) => fallback !== undefined);
  return others.some(({ folder }) => isWithin(path, folder))
    ? []
    : others.filter(({ fallback = '' }) => isWithin(path, fallback));
}

async function addressIn(
  view: DocsView,
  path: string,
  language: Content,
): Promise<{ address: string; isTranslated: boolean } | undefined> {
  const { fallback } = language;
  if (fallback === undefined || !isWithin(path, fallback) || (await addressAt(view, path)) === undefined)
    return undefined;
  const site = view.sites.of(path);
  const inner = pathWithin(path, fallback).replace(/\.\w+$/, '');
  const translation = lookup(view.index, joinParts(language.folder, inner));
  if (translation?.kind === 'file') {
    const own = await addressAt(view, translation.path);
    return own === undefined ? undefined : { address: own, isTranslated: true };
  }
  const rough = await view.facts.rough(view.tree, path);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  const originals = new Set(addressesOf(site, path, frontMatter));
  const all = site.kind.addresses.of({ site, content: language, inner, frontMatter });
  const address = all.find((one) => !originals.has(one));
  return address === undefined ? undefined : { address, isTranslated: false };
}
