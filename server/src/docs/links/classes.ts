import { extensionOf, folderOf, isPagePath, isWithin, joinPath, pathWithin } from '../paths.ts';
import type { Site } from '../site/kind.ts';
import { contentOf } from '../site/site.ts';
import { pathOf, unwrapTarget } from './wrapped.ts';

/** How many links of a class lead somewhere by what is known of the site, and how many lead nowhere. */
export interface ClassCount {
  resolved: number;
  missing: number;
}

/**
 * The classes of a link, from the narrowest to the widest: links that are spelled alike and lead to the same folder, to
 * the same part of the site, that stand in the same content, and all that are spelled alike. What holds for nearly all
 * of a class holds for one more of it.
 */
export function classesOf(site: Site, from: string, raw: string): string[] {
  const name = nameOf(site, raw);
  if (name !== undefined) return [familyOf(name)];
  const path = pathOf(site, raw);
  if (path === undefined) return [];
  const notation = /^[^\w]*\w*/.exec(unwrapTarget(site, raw).before)?.[0] ?? '';
  const spelling = `${notation}${notation === '' ? '' : ' '}${spellingOf(path)}`;
  const place = path.startsWith('/') ? path.slice(1) : placeIn(site, joinPath(folderOf(from), path) ?? path);
  const content = contentOf(site, from)?.folder ?? site.root;
  // What leads out of the docs is something else than what leads to pages: files that others show.
  if (place.startsWith('../')) return [`${spelling} to ${folderOf(place)}/`, `${spelling} out of ${content}`];
  return [
    `${spelling} to ${folderOf(place.replace(/\/$/, ''))}/`,
    `${spelling} to ${folderOf(place).split('/')[0] ?? ''}`,
    `${spelling} in ${content}`,
    spelling,
  ];
}

/** The name that a target is; undefined for one that may be a path. */
export function nameOf(site: Site, raw: string): string | undefined {
  const { label, target, find } = unwrapTarget(site, raw);
  return !find || extensionOf(target.replace(/#.*$/, '')) === '' ? label : undefined;
}

/** Names that begin with the same words are given by the same hand: `rest-api-get` and `rest-api-put`. */
export function familyOf(name: string): string {
  const words = name.split(/[-_.:/ ]/);
  return `named ${words.slice(0, words.length > 2 ? 2 : 1).join('-')}`;
}

/**
 * The part of a site that an address lies in: its first segment, with a slash where it lies deeper; undefined for a
 * relative target. That `/docs` is a page says nothing of who has what is below it.
 */
export function areaOf(site: Site, raw: string): string | undefined {
  const path = pathOf(site, raw);
  if (path?.startsWith('/') !== true) return undefined;
  const [, first = '', ...rest] = path.split('/');
  return rest.some((segment) => segment !== '') ? `${first}/` : first;
}

/** The parts of the host that a page lies in, by its path, with the base of the site and without. */
export function areasOfPage(site: Site, page: string): string[] {
  const content = contentOf(site, page);
  const inner = pathWithin(page, content?.folder ?? site.root).replace(/(?:^|\/)index\.\w+$|\.\w+$/, '');
  return ['', site.base].flatMap((base) =>
    (content?.routes ?? ['']).flatMap((route) => areaOf(site, `${base}${route}/${inner}`) ?? []),
  );
}

/** How a path is written: from where, and with which ending. */
function spellingOf(path: string): string {
  const origin = path.startsWith('/') ? 'rooted' : path.startsWith('@site/') ? 'aliased' : 'relative';
  return `${origin} ${endingOf(path)}`;
}

function endingOf(path: string): string {
  if (isPagePath(path)) return 'page';
  const extension = extensionOf(path);
  if (/^\.html?$/.test(extension)) return 'html';
  if (/^\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm)$/.test(extension)) return 'image';
  if (/^\.[a-z][a-z0-9]{0,5}$/.test(extension)) return 'file';
  return path.endsWith('/') ? 'slash' : 'bare';
}

function placeIn(site: Site, place: string): string {
  const content = contentOf(site, place)?.folder ?? site.root;
  return isWithin(place, content) ? pathWithin(place, content) : `../${place}`;
}
