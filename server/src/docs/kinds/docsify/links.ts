import { contentOf } from '../../site/site.ts';
import { folderOf, isPagePath, joinPath, pathWithin, relativePath, type PathIndex } from '../../text/paths.ts';
import type { Site, TargetUse, WrappedTarget } from '../../site/kind.ts';

/**
 * Unwraps a link of Docsify: a Markdown link starts from the folder of index.html, whatever page it is on. `.md` may be
 * omitted, a folder means its README, and `?id=` precedes an anchor. docsify.js.org/#/more-pages, /#/helpers and
 * /#/configuration?id=relativepath
 */
export function unwrapDocsify(raw: string, site: Site, use: TargetUse): WrappedTarget | undefined {
  const before = raw.startsWith('#/') ? '#' : '';
  if (before === '' && !isWithinSite(raw, use)) return undefined;
  const [, target = '', after = ''] = /^([^?]*)(\?[^#]*[?&]?id=.*)?$/s.exec(raw.slice(before.length)) ?? [];
  const anchor = /[?&]id=([^&#]*)/.exec(after)?.[1];
  // `?id=name` alone is a place on the same page; a target without either is no link.
  if (target === '' && anchor === undefined) return undefined;
  const fromTop = !target.startsWith('/') && target !== '' && site.linksFromTop === true;
  return {
    before,
    target,
    after,
    find: findPage,
    names: namesOf,
    ...(anchor === undefined ? {} : { anchor }),
    ...(fromTop ? { prefix: '/' } : {}),
  };
}

/** Returns whether a target without `#/` is one that Docsify resolves. */
function isWithinSite(raw: string, use: TargetUse): boolean {
  return use === 'link' && !raw.startsWith('#') && !/:|\/\//.test(raw);
}

interface Link {
  site: Site;
  index: PathIndex;
  from: string;
  path: string;
}

function findPage({ site, index, from, path }: Link): string | undefined {
  const top = contentOf(site, from)?.folder ?? site.root;
  const isFolder = path.endsWith('/');
  const place = path.startsWith('/') ? joinPath(top, path.slice(1)) : joinPath(folderOf(from), path);
  if (place === undefined) return undefined;
  const named = isFolder ? (place === '' ? 'README' : `${place}/README`) : place;
  const found = [`${named}.md`, named].find((file) => index.isFile(file));
  const home = site.redirects.get('/README');
  if (found !== undefined || home === undefined || place !== top) return found;
  const front = joinPath(top, home.slice(1));
  return front !== undefined && index.isFile(front) ? front : undefined;
}

/**
 * Returns names for a page in the style of the existing name: from the top or from the page, with or without extension.
 */
function namesOf({ site, from, to, path }: { site: Site; from: string; to: string; path: string }): string[] {
  const inner = pathWithin(to, contentOf(site, to)?.folder ?? site.root);
  const place = path.startsWith('/') || site.linksFromTop === true ? inner : relativePath(folderOf(from), to);
  const sign = /^(?:\.?\/)?/.exec(path)?.[0] ?? '';
  const named = (place.startsWith('.') ? '' : sign) + place;
  const bare = named.replace(/\.md$/, '');
  if (isPagePath(path)) return [named];
  return path.endsWith('/') ? [bare.replace(/(^|\/)README$/, '$1'), bare] : [bare];
}
