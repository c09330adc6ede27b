import type { PullRequestRepository } from '../../pull-requests/repository.ts';

/** Formats that browsers show, by how their files begin. SVG is a text, and is known by its name and its element. */
const formats: { type: string; begins: RegExp }[] = [
  { type: 'image/png', begins: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', begins: /^\xff\xd8\xff/ },
  { type: 'image/gif', begins: /^GIF8[79]a/ },
  { type: 'image/webp', begins: /^RIFF[\s\S]{4}WEBP/ },
  { type: 'image/avif', begins: /^[\s\S]{4}ftypavi[fs]/ },
  {
    type: 'image/svg+xml',
    begins: /^\s*(?:<\?xml[\s\S]{0,500}?\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/,
  },
];

/** Folders that sites serve from their top. */
const publicFolders = ['', 'public/', 'static/', 'assets/'];

/** An image of the repository at a commit; undefined when there is none at the path, or it is none. */
export async function readImage(
  repository: PullRequestRepository,
  commit: string,
  paths: readonly string[],
): Promise<{ type: string; content: Uint8Array } | undefined> {
  for (const path of paths) {
    const content = await repository.fileAt(commit, path);
    if (content === undefined) continue;
    const begin = Buffer.from(content.subarray(0, 4_000)).toString('latin1');
    const format = formats.find(({ begins }) => begins.test(begin));
    return format && { type: format.type, content };
  }
  return undefined;
}

/**
 * Where an image that a page names may be in the repository: beside the page, or below a folder that the site serves
 * from its top.
 *
 * @param page the page's path in the repository.
 * @returns none for an address on another host.
 */
export function imagePaths(source: string, page: string, docsFolder: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(source)) return [];
  const clean = decoded(source.replace(/[?#].*$/s, ''));
  if (clean === undefined || clean === '') return [];
  if (!clean.startsWith('/')) return normalised(`${page.slice(0, page.lastIndexOf('/') + 1)}${clean}`);
  const docs = docsFolder === '' ? '' : `${docsFolder}/`;
  const folders = [...publicFolders.map((folder) => docs + folder), ...publicFolders];
  return [...new Set(folders.flatMap((folder) => normalised(folder + clean.slice(1))))];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Without `.` and `..`; none for what leads out of the repository. */
function normalised(path: string): string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return [];
    if (name !== '' && name !== '.' && name !== '..') names.push(name);
  }
  return names.length === 0 ? [] : [names.join('/')];
}
