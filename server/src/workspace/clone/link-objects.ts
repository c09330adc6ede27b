import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Gives `to` all objects of the repository `from`, as hard links when the file system can, otherwise as copies. Returns
 * false when that does not make a complete repository: objects are borrowed from elsewhere, left out, or in another
 * format.
 *
 * Loose objects are listed before packs: one that is packed and removed meanwhile is then in a pack that the later
 * listing shows. When a pack is replaced meanwhile, linking it fails, and everything starts again.
 */
export async function linkObjects(from: string, to: string): Promise<boolean> {
  const objects = join(from, 'objects');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const files = [...(await listLoose(objects)), ...(await listPacks(objects))];
    if (await isIncomplete(from, files)) return false;
    if (await linkAll(objects, join(to, 'objects'), files)) return true;
  }
  return false;
}

async function listLoose(objects: string): Promise<string[]> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(objects, folder)).catch(() => []);
      // A SHA-1 name has 38 digits here; temporary files have other names.
      return names.filter((name) => /^[0-9a-f]{38}$/.test(name)).map((name) => `${folder}/${name}`);
    }),
  );
  return lists.flat();
}

async function listPacks(objects: string): Promise<string[]> {
  const names = await readdir(join(objects, 'pack')).catch(() => []);
  return names.filter((name) => /^pack-[0-9a-f]{40}\.(pack|idx|promisor)$/.test(name)).map((name) => `pack/${name}`);
}

async function isIncomplete(from: string, files: string[]): Promise<boolean> {
  if (files.some((file) => file.endsWith('.promisor'))) return true;
  const marks = ['objects/info/alternates', 'shallow'].map((name) => access(join(from, name), constants.F_OK));
  return (await Promise.allSettled(marks)).some(({ status }) => status === 'fulfilled');
}

/** Returns false when a file was gone. */
async function linkAll(from: string, to: string, files: string[]): Promise<boolean> {
  const folders = new Set(files.map((file) => dirname(file)));
  await Promise.all(Array.from(folders, (folder) => mkdir(join(to, folder), { recursive: true })));
  try {
    await Promise.all(files.map((file) => linkOne(join(from, file), join(to, file))));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function linkOne(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    // Another file system, or one without links, or a file of a user whose files may not be linked.
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EACCES')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
