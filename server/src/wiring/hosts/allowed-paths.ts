import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../settings.ts';
import { openPathRepository, readPointer } from '../../workspace/path-repository.ts';

/**
 * Whether a repository at a path of this machine may be named over HTTP: only below folders that the operator allows,
 * and never within the data directory, in which the repositories of all organisations are. The answer for a path that
 * is not allowed does not depend on what is there.
 */
export async function isAllowedPath(
  { repositoryFolders, dataDirectory }: Pick<Settings, 'repositoryFolders' | 'dataDirectory'>,
  place: string,
): Promise<boolean> {
  const [reals, own] = await Promise.all([Promise.all(repositoryFolders.map(realPlace)), realPlace(dataDirectory)]);
  const folders = reals.filter((folder) => folder !== undefined);
  // A link from elsewhere would tell by the answer where it leads.
  if (![...repositoryFolders, ...folders].some((folder) => isBelow(path.resolve(place), folder))) return false;
  const isAllowed = async (one: string): Promise<boolean> => {
    const real = await realPlace(one);
    if (real === undefined || own === undefined || isBelow(real, own)) return false;
    return folders.some((folder) => isBelow(real, folder));
  };
  const places = [place, ...(await placesOfRepository(place))];
  return (await Promise.all(places.map(isAllowed))).every(Boolean);
}

/** Returns where the objects and refs of a repository are: a linked working copy, and one that shares objects, has others. */
async function placesOfRepository(place: string): Promise<string[]> {
  const pointer = await readPointer(path.join(place, '.git'));
  const found = await openPathRepository(place).catch(() => undefined);
  if (found === undefined) return pointer === undefined ? [] : [pointer];
  const { gitDirectory } = found;
  const objects = path.join(gitDirectory, 'objects');
  const alternates = await readFile(path.join(objects, 'info', 'alternates'), 'utf8').catch(() => '');
  const shared = alternates.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return [
    gitDirectory,
    objects,
    ...['refs', 'packed-refs', 'HEAD', 'config'].map((name) => path.join(gitDirectory, name)),
    ...shared.map((line) => path.resolve(objects, line)),
  ];
}

function isBelow(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Resolves the links in a path, as far as it exists; undefined for a link to nothing. */
async function realPlace(place: string): Promise<string | undefined> {
  const absolute = path.resolve(place);
  const real = await realpath(absolute).catch(() => undefined);
  const parent = path.dirname(absolute);
  if (real !== undefined || parent === absolute) return real ?? absolute;
  if (
    await lstat(absolute).then(
      (found) => found.isSymbolicLink(),
      () => false,
    )
  )
    return undefined;
  const above = await realPlace(parent);
  return above === undefined ? undefined : path.join(above, path.basename(absolute));
}
