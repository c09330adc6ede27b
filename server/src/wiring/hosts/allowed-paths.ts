import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../settings.ts';
import { openPathRepository } from '../../workspace/path-repository.ts';

/**
 * Whether a repository at a path of this machine may be named over HTTP: only below folders that the operator allows,
 * and never within the data directory, in which the repositories of all organisations are. The answer for a path that
 * is not allowed does not depend on what is there.
 */
export async function isAllowedPath(
  { repositoryFolders, dataDirectory }: Pick<Settings, 'repositoryFolders' | 'dataDirectory'>,
  place: string,
): Promise<boolean> {
  const [folders, own] = await Promise.all([Promise.all(repositoryFolders.map(realPlace)), realPlace(dataDirectory)]);
  const isAllowed = (real: string) => folders.some((folder) => isBelow(real, folder)) && !isBelow(real, own);
  if (!isAllowed(await realPlace(place))) return false;
  // The objects of a linked working copy are elsewhere.
  const found = await openPathRepository(place).catch(() => undefined);
  return found === undefined || isAllowed(await realPlace(found.gitDirectory));
}

function isBelow(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Resolves the links in a path, as far as it exists. */
async function realPlace(place: string): Promise<string> {
  const absolute = path.resolve(place);
  const real = await realpath(absolute).catch(() => undefined);
  const parent = path.dirname(absolute);
  if (real !== undefined || parent === absolute) return real ?? absolute;
  return path.join(await realPlace(parent), path.basename(absolute));
}
