import { respell } from '../links/respell.ts';
import type { ReferenceWanted, SiteView } from '../site/kind.ts';
import { addressesOf } from '../site/routes.ts';
import { joinParts } from '../site/site.ts';

/** Returns the addresses of a page, written like an existing reference of the same file. */
export async function namesByAddress(view: SiteView, { site, source, to, like }: ReferenceWanted): Promise<string[]> {
  const rough = await view.facts.rough(view.tree, to);
  const routes = addressesOf(site, to, rough.kind === 'known' ? rough.value.frontMatter : {});
  const raw = `/${((like.base ?? '') + like.value).replace(/^\//, '')}`;
  const spelled = respell({
    site,
    from: joinParts(source.folder, 'index.md'),
    raw,
    was: to,
    to,
    routes,
    leads: (path) => !/^\/.*\.(?:md|mdx)$/.test(path) || raw.endsWith('.md'),
  });
  const rooted = like.value.startsWith('/') || like.base?.startsWith('/') === true;
  return [spelled, ...routes].flatMap((value) => {
    if (value === undefined) return [];
    return [rooted ? value : value.replace(/^\//, '')];
  });
}
