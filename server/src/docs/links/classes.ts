import { extensionOf, folderOf, isPagePath, isWithin, joinPath, pathWithin } from '../text/paths.ts';
import type { Site } from '../site/kind.ts';
import { contentOf } from '../site/site.ts';
import { pathOf, unwrapTarget } from './wrapped.ts';

/** How many links of a class lead somewhere according to the site's rules, and how many do not. */
export interface ClassCount {
  resolved: number;
  missing: number;
}

/**
 * Returns the classes of a link, narrowest first: links with the same spelling that lead to the same folder, that lead
 * to the same part of the site, that are in the same content, and all with the same spelling. If nearly all links of a
 * class lead somewhere, one more of that class should too.
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
  // A target outside the docs differs from one inside: it names a file that something else displays.
  if (place.startsWith('../')) return [`${spelling} to ${folderOf(place)}/`, `${spelling} out of ${content}`];
  return [
    `${spelling} to ${folderOf(place.replace(/\/$/, ''))}/`,
    `${spelling} to ${folderOf(place).split('/')[0] ?? ''}`,
    `${spelling} in ${content}`,
    spelling,
  ];
}

/** Returns the label of a target, or undefined if the target may be a path. */
export function nameOf(site: Site, raw: string): string | undefined {
  const { label, target, find } = unwrapTarget(site, raw);
  return !find || extensionOf(target.replace(/#.*$/, '')) === '' ? label : undefined;
}

/**
 * Returns the family of a label. Labels with the same first words come from the same source: `rest-api-get` and
 * `rest-api-put`.
 */
export function familyOf(name: string): string {
  const words = name.split(/[-_.:/ ]/);
  return `named ${words.slice(0, words.length > 2 ? 2 : 1).join('-')}`;
}

/**
 * Returns the area of the host that an absolute target lies in: its first segment, with a slash when the target is
 * deeper. Returns undefined for a relative target. If `/docs` is a page, that shows nothing about who serves what is
 * below it.
 */
export function areaOf(site: Site, raw: string): string | undefined {
  const path = pathOf(site, raw);
  if (path?.startsWith('/') !== true) return undefined;
  const [, first = '', ...rest] = path.split('/');
  return rest.some((segment) => segment !== '') ? `${first}/` : first;
}

/** Returns the areas of the host that a page lies in by its path, with and without the site's base. */
export function areasOfPage(site: Site, page: string): string[] {
  const content = contentOf(site, page);
  const inner = pathWithin(page, content?.folder ?? site.root).replace(/(?:^|\/)index\.\w+$|\.\w+$/, '');
  return ['', site.base].flatMap((base) =>
    (content?.routes ?? ['']).flatMap((route) => areaOf(site, `${base}${route}/${inner}`) ?? []),
  );
}

/** Returns how a path is written: its origin and its kind of extension. */
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
