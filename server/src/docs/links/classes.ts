import { extensionOf, folderOf, isPagePath, isWithin, pathWithin } from '../paths.ts';
import type { Site } from '../site/kind.ts';
import { contentOf } from '../site/site.ts';
import { decoded, parseTarget } from './target.ts';

/**
 * The classes of a link, from the narrowest to the widest: links that are spelled alike and lead to the same folder, to
 * the same part of the site, that stand in the same content, and all that are spelled alike. What holds for nearly all
 * of a class holds for one more of it.
 */
export function classesOf(site: Site, from: string, raw: string, expected: string): string[] {
  const target = parseTarget(raw);
  if (target.kind !== 'local') return [];
  const path = decoded(target.path);
  const spelling = spellingOf(path);
  const place = path.startsWith('/') ? path.slice(1) : placeIn(site, expected);
  const content = contentOf(site, from)?.folder ?? site.root;
  return [
    `${spelling} to ${folderOf(place.replace(/\/$/, ''))}/`,
    `${spelling} to ${place.split('/')[0] ?? ''}`,
    `${spelling} in ${content}`,
    spelling,
  ];
}

/** The part of a site that an address lies in: its first segment; undefined for a relative target. */
export function areaOf(raw: string): string | undefined {
  const target = parseTarget(raw);
  if (target.kind !== 'local' || !target.path.startsWith('/')) return undefined;
  return decoded(target.path).split('/')[1] ?? '';
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

function placeIn(site: Site, expected: string): string {
  const content = contentOf(site, expected)?.folder ?? site.root;
  return isWithin(expected, content) ? pathWithin(expected, content) : `../${expected}`;
}
