import { historyOf } from '../../text/history.ts';
import { commonFolder, normalisePath } from '../../text/paths.ts';
import { listFiles } from './list-files.ts';
import { pagesByPath } from './page-name.ts';
import type { Plan } from '../plan.ts';
import { notApplicable } from '../site.ts';
import type { Site } from '../site.ts';
import { quote } from '../replace/words.ts';

/** A folder with all files in it, however deep. */
export interface Folder {
  path: string;
  files: string[];
  /** Symbolic links and submodules, as `PATH (kind)`. */
  others: string[];
}

/**
 * Finds the folder that people mean by a name: its path in the repository or in the site, or the end of that path. Of
 * several, it chooses the one that has pages, is kept up to date, and is not below a folder for another language.
 *
 * @throws CopydeskError `instruction_not_applicable` when there is none, or when there are several, naming them.
 */
export async function* findFolder(site: Site, name: string): Plan<Folder> {
  const wanted = normalisePath(name);
  if (wanted === undefined || wanted === '' || /[*?[\]{}\\\n\0]/u.test(wanted)) throw noFolder(name);
  const { files, others } = yield* listFiles([`**/${wanted}/**`]);
  const byFolder = Map.groupBy(files, (path) => folderIn(path, wanted));
  const paths = [...byFolder.keys()];
  const exact = [wanted, `${site.root}/${wanted}`].find((path) => byFolder.has(path));
  const [path, ...further] = exact === undefined ? likeliestFolders(site, paths, wanted) : [exact];
  if (path === undefined) throw noFolder(name);
  if (further.length > 0) {
    throw notApplicable(
      `${quote(name)} can mean several folders: ${[path, ...further].slice(0, 10).join(', ')}. Name the one by its path.`,
    );
  }
  return { path, files: byFolder.get(path) ?? [], others: others.filter((line) => line.startsWith(`${path}/`)) };
}

function noFolder(name: string): Error {
  return notApplicable(`There is no folder ${quote(name)} in the repository. Name it by its path.`);
}

/**
 * Whether a folder of pages has exactly this path, and no page has it: then `Move guides/old to …` means the folder.
 */
export function isFolder(site: Site, name: string): boolean {
  const wanted = normalisePath(name);
  if (wanted === undefined || !name.includes('/') || pagesByPath(site, name).length > 0) return false;
  const bases = [site.root, commonFolder(site.pages)];
  return [wanted, ...bases.map((base) => `${base}/${wanted}`)].some((path) =>
    site.pages.some((page) => page.startsWith(`${path}/`)),
  );
}

/** Returns the part of a file's path that ends in this name. */
function folderIn(path: string, name: string): string {
  return path.slice(0, `/${path}`.indexOf(`/${name}/`) + name.length);
}

/** Returns the folders that contain pages of the site; of these, those kept up to date, in the site's own language. */
function likeliestFolders(site: Site, folders: readonly string[], name: string): readonly string[] {
  const history = historyOf(site.pages, { root: site.root });
  const current = folders.filter((folder) => history(`${folder}/index.md`) === undefined);
  const paged = folders.filter((folder) => site.pages.some((page) => page.startsWith(`${folder}/`)));
  const both = current.filter((folder) => paged.includes(folder));
  const some = [both, current, paged].find((list) => list.length > 0) ?? folders;
  // `docs/guides` beside `docs/de/guides` and `docs/fr/guides`.
  const above = some.find((folder) => some.every((other) => other.startsWith(folder.slice(0, -name.length))));
  return above === undefined ? some : [above];
}
