import { decoded } from '../text/decoded.ts';
import { extensionOf, folderOf, isPagePath, isWithin, pathWithin, relativePath, stemOf } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';
import { contentOf, joinParts } from '../site/site.ts';
import { isIndexPage } from './lookup.ts';
import { parseTarget } from './target.ts';
import { withPrefix, unwrapTarget } from './wrapped.ts';

export interface Respelling {
  site: Site;
  /** The page that contains the link. */
  from: string;
  /** The present target. */
  raw: string;
  /** The repository path that the target led to, or would have led to. */
  was: string;
  /** The file that it must lead to. */
  to: string;
  /** Addresses of `to` that its front matter sets. */
  routes: string[];
  /** The address of the linking page, if relative targets start from it and not from the page's path. */
  address?: string | undefined;
  /** Whether a spelling leads to `to` by the rules of the site. */
  leads: (spelling: string) => boolean;
}

/**
 * Returns the target that leads to `to`, written like `raw`: relative or absolute, with or without extension and slash,
 * encoded, with the same query and anchor. Returns undefined when no such spelling leads there.
 */
export function respell(options: Respelling): string | undefined {
  const { before, target: inner, after, prefix, names } = unwrapTarget(options.site, options.raw);
  const target = parseTarget(inner);
  if (target.kind !== 'local') return undefined;
  const suffix = target.query + target.hash;
  const encode = /[ ()<>"]/.test(options.to) || target.path.includes('%') ? encodePath : (path: string) => path;
  const path = decoded(target.path);
  const found =
    names?.({ ...options, path }) ??
    paths(options, withPrefix(prefix, path)).flatMap((name) => withoutPrefix(prefix, name, path));
  const spellings = new Set(found.map((name) => before + encode(name) + suffix + after));
  return [...spellings].find((spelling) => spelling !== '' && options.leads(spelling));
}

/** Removes the prefix that the notation adds, and starts with a slash if the other path does. */
function withoutPrefix(prefix: string | undefined, name: string, like: string): string[] {
  if (prefix === undefined) return [name];
  if (!name.startsWith(prefix)) return [];
  const rest = name.slice(prefix.length).replace(/^\//, '');
  return [like.startsWith('/') || prefix !== '/' ? `/${rest}` : rest];
}

function paths(options: Respelling, path: string): string[] {
  const near = path.startsWith('/')
    ? absoluteSpellings(options, path)
    : path.startsWith('@site/')
      ? aliasSpellings(options)
      : relativeSpellings(options, path);
  const styled = near.flatMap((full) => stylesLike(full, path));
  // Last comes what always works for a file: its plain relative path.
  return [
    ...styled,
    ...(path.startsWith('/') ? relativeSpellings(options, path).flatMap((full) => stylesLike(full, path)) : []),
    ...relativeSpellings(options, path),
  ];
}

function relativeSpellings({ from, to, address, routes }: Respelling, path: string): string[] {
  const folder = folderOf(from);
  const dotted = (spelling: string) =>
    path.startsWith('./') && !spelling.startsWith('../') ? `./${spelling}` : spelling;
  const straight = dotted(relativePath(folder, to));
  // `../b/` from a page that browsers treat as a folder.
  const asFolder = dotted(relativePath(joinParts(folder, stemOf(from)), to));
  if (isPagePath(path) || path === '') return [straight];
  const byAddress = routes.map((route) => dotted(relativePath(folderOf(address?.slice(1) ?? ''), route.slice(1))));
  return [...(address === undefined ? [] : byAddress), straight, asFolder];
}

function absoluteSpellings({ site, was, to, routes }: Respelling, path: string): string[] {
  const base = site.base !== '' && isWithin(path, site.base) ? site.base : '';
  // `/docs/a` may be the page `docs/a`, or the page `a` of a site served below `/docs`.
  const isServed = (route: string) => {
    if (!isWithin(path, `${base}${route}`)) return 0;
    const place = joinParts(contentOf(site, was)?.folder ?? '', path.slice(base.length + route.length));
    return isWithin(was.replace(/\.\w+$/, ''), place.replace(/\.\w+$/, '')) ? 2 : 1;
  };
  const content = contentOf(site, to);
  const places = site.statics.filter((folder) => isWithin(to, folder)).map((folder) => `/${pathWithin(to, folder)}`);
  if (content) {
    const inner = pathWithin(to, content.folder);
    const used = content.routes.toSorted((a, b) => isServed(b) - isServed(a) || b.length - a.length);
    const byPath = used.map((route) => `${route}/${inner}`);
    places.unshift(
      ...fallbackPrefixes(site, was, path.slice(base.length)).map((route) => `${route}/${inner}`),
      ...(isPagePath(path) ? [`/${inner}`] : site.kind.addresses.fromFrontMatter ? [...routes, ...byPath] : byPath),
    );
  }
  return [...places, `/${to}`].map((place) => base + place);
}

/**
 * Returns prefixes where a page replaces a missing translation, such as `/hi/a` for `/a`. A reader of Hindi must not be
 * sent to the original's address.
 */
export function fallbackPrefixes({ contents }: Site, was: string, address: string): string[] {
  const from = contents.filter(({ fallback }) => fallback !== undefined && isWithin(was, fallback));
  return from.flatMap(({ routes }) => routes.filter((route) => route !== '' && isWithin(address, route)));
}

function aliasSpellings({ site, to }: Respelling): string[] {
  return isWithin(to, site.root) ? [`@site/${pathWithin(to, site.root)}`] : [];
}

/** Returns a path in the style of another, best first. */
function stylesLike(full: string, like: string): string[] {
  if (!isPagePath(full)) return [like.endsWith('/') ? `${full.replace(/\/$/, '')}/` : full];
  if (isPagePath(like)) return [full];
  const bare = full.replace(/\.\w+$/, '');
  const ending = extensionOf(like);
  if (ending === '.html' || ending === '.htm') return [bare.replace(/(^|\/)readme$/i, '$1index') + ending];
  const namesIndex = /(?:^|\/)(?:index|readme)$/i.test(like);
  if (isIndexPage(full) && !namesIndex) return folderStyles(bare.replace(/[^/]*$/, ''), like);
  return [like.endsWith('/') ? `${bare}/` : bare];
}

function folderStyles(folder: string, like: string): string[] {
  const closed = folder || './';
  return like.endsWith('/') ? [closed] : [folder.replace(/(.)\/$/, '$1') || './', closed];
}

function encodePath(path: string): string {
  return encodeURI(path).replace(/[()#?]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
