import type { PullRequestRepository } from '../../pull-requests/repository.ts';

/**
 * Formats that browsers show, by the first bytes of the file. SVG is text, and is recognised by its extension and its
 * root element.
 */
const formats: { type: string; isBeginOf: (begin: string) => boolean }[] = [
  { type: 'image/png', isBeginOf: (begin) => begin.startsWith('\x89PNG\r\n') },
  { type: 'image/jpeg', isBeginOf: (begin) => begin.startsWith('\xff\xd8\xff') },
  { type: 'image/gif', isBeginOf: (begin) => /^GIF8[79]a/.test(begin) },
  { type: 'image/webp', isBeginOf: (begin) => /^RIFF[\s\S]{4}WEBP/.test(begin) },
  { type: 'image/avif', isBeginOf: (begin) => /^[\s\S]{4}ftypavi[fs]/.test(begin) },
  { type: 'image/svg+xml', isBeginOf: isSvg },
];

/**
 * Whether a text begins as an SVG: after a declaration, comments and a document type. It is scanned once from the left:
 * a regular expression that skips comments tries all ways to split a row of them, and a row of thirty took seconds.
 */
function isSvg(begin: string): boolean {
  let rest = begin.trimStart();
  for (const [opening, closing] of prologue) {
    while (rest.startsWith(opening)) {
      const end = rest.indexOf(closing, opening.length);
      if (end < 0) return false;
      rest = rest.slice(end + closing.length).trimStart();
      if (opening !== '<!--') break;
    }
  }
  return /^<svg[\s>]/.test(rest);
}

const prologue = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE svg', '>'],
  ['<!--', '-->'],
] as const;

/** Folders that sites serve from their root. */
const publicFolders = ['', 'public/', 'static/', 'assets/'];

/** Reads an image of the repository at a commit; undefined when no file exists at the path, or it is not an image. */
export async function readImage(
  repository: Pick<PullRequestRepository, 'fileAt'>,
  commit: string,
  paths: readonly string[],
): Promise<{ type: string; content: Uint8Array } | undefined> {
  for (const path of paths) {
    const content = await repository.fileAt(commit, path);
    if (content === undefined) continue;
    const begin = Buffer.from(content.subarray(0, 4_000)).toString('latin1');
    const format = formats.find(({ isBeginOf }) => isBeginOf(begin));
    return format && { type: format.type, content };
  }
  return undefined;
}

/**
 * Returns the paths in the repository where an image that a page names may be: beside the page, or below a folder that
 * the site serves from its root.
 *
 * @param page the page's path in the repository.
 * @returns an empty list for an address on another host.
 */
export function imagePaths(source: string, page: string, docsFolder: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(source)) return [];
  const clean = decodeOrUndefined(source.replace(/[?#].*$/s, ''));
  if (clean === undefined || clean === '') return [];
  if (!clean.startsWith('/')) return normalised(`${page.slice(0, page.lastIndexOf('/') + 1)}${clean}`);
  const docs = docsFolder === '' ? '' : `${docsFolder}/`;
  const folders = [...publicFolders.map((folder) => docs + folder), ...publicFolders];
  return [...new Set(folders.flatMap((folder) => normalised(folder + clean.slice(1))))];
}

function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Resolves `.` and `..`. Returns an empty list for a path that leads out of the repository. */
function normalised(path: string): string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return [];
    if (name !== '' && name !== '.' && name !== '..') names.push(name);
  }
  return names.length === 0 ? [] : [names.join('/')];
}
