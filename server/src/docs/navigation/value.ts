import { respell } from '../links/respell.ts';
import { extensionOf, pathWithin } from '../paths.ts';
import { routesOf, withoutNumberPrefix } from '../site/routes.ts';
import { within, type NavigationSource, type Site } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import type { NavigationReference } from './navigation.ts';
import { finderOf } from './read.ts';

export interface ReferenceWanted {
  site: Site;
  source: NavigationSource;
  /** The page to be named. */
  to: string;
  /** A reference of the same file, whose way of writing is kept. */
  like: Pick<NavigationReference, 'value' | 'base'>;
}

/** How a file of navigation names a page; undefined when no way is known that leads there. */
export async function referenceValue(view: DocsView, wanted: ReferenceWanted): Promise<string | undefined> {
  const { site, source, like } = wanted;
  const find = await finderOf(view, site, source);
  const base = like.base ?? '';
  const candidates = await candidatesOf(view, wanted);
  const own = candidates.flatMap((value) => (value.startsWith(base) ? [value.slice(base.length)] : []));
  const hash = /#.*$/.exec(like.value)?.[0] ?? '';
  return own.find((value) => find(base + value)?.path === wanted.to)?.concat(source.kind === 'summary' ? hash : '');
}

async function candidatesOf(view: DocsView, { site, source, to, like }: ReferenceWanted): Promise<string[]> {
  const inner = pathWithin(to, source.folder);
  const bare = inner.slice(0, inner.length - extensionOf(inner).length);
  const rough = await view.facts.rough(view.tree, to);
  const frontMatter = rough.kind === 'known' ? rough.value.frontMatter : {};
  switch (source.kind) {
    case 'mkdocs':
      return [inner];
    case 'summary':
      return [/%[0-9a-f]{2}/i.test(like.value) || inner.includes(' ') ? encodeURI(inner) : inner].map((path) =>
        like.value.startsWith('./') ? `./${path}` : path,
      );
    case 'docusaurus': {
      const segments = bare.split('/').map(withoutNumberPrefix);
      return [[...segments.slice(0, -1), frontMatter['id'] ?? segments.at(-1)].join('/'), bare];
    }
    case 'mintlify':
      return [like.value.startsWith('/') ? `/${bare}` : bare];
    case 'starlight':
    case 'vitepress': {
      const routes = routesOf(site, to, frontMatter);
      const raw = `/${((like.base ?? '') + like.value).replace(/^\//, '')}`;
      const from = within(source.folder, 'index.md');
      const spelled = respell({
        site,
        from,
        raw,
        was: to,
        to,
        routes,
        leads: (path) => !/^\/.*\.(?:md|mdx)$/.test(path) || raw.endsWith('.md'),
      });
      const found = [spelled, ...routes].filter((value) => value !== undefined);
      return found.flatMap((value) =>
        like.value.startsWith('/') || like.base?.startsWith('/') ? [value] : [value.replace(/^\//, '')],
      );
    }
  }
}
