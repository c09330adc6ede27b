import { extensionOf, folderOf, isPagePath, isWithin, joinPath, pathWithin } from '../paths.ts';
import type { Site } from '../site/kind.ts';
import { contentOf } from '../site/site.ts';
import { pathOf } from './target.ts';

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
  const path = pathOf(raw);
  if (path === undefined) return [];
  const spelling = spellingOf(path);
  const place = path.startsWith('/') ? path.slice(1) : placeIn(site, joinPath(folderOf(from), path) ?? path);
  const content = contentOf(site, from)?.folder ?? site.root;
  return [
    `${spelling} to ${folderOf(place.replace(/\/$/, ''))}/`,
    `${spelling} to ${folderOf(place).split('/')[0] ?? ''}`,
    `${spelling} in ${content}`,
    spelling,
  ];
}

/** The part of a site that an address lies in: its first segment; undefined for a relative target. */
export function areaOf(raw: string): string | undefined {
  const path = pathOf(raw);
  return path?.startsWith('/') === true ? path.split('/')[1] : undefined;
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
