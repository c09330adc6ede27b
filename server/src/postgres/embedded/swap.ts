import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from './file-errors.ts';

/** Returns where the files of a complete new cluster are until those of the old one have been moved away. */
export function upgradedFolder(folder: string): string {
  return `${folder}.upgraded`;
}

/** Returns where the files of the old cluster are kept. */
export function keptFolder(folder: string, major: number): string {
  return `${folder}-${major}`;
}

/**
 * Replaces an old cluster by a new one, and keeps the old one beside it. Two folders cannot be renamed at once: a
 * process that finds neither in place completes the swap with {@link finishSwap}.
 */
export async function swap(folder: string, draft: string, kept: string): Promise<void> {
  await rename(draft, upgradedFolder(folder));
  await flush(path.dirname(folder));
  await rename(folder, kept);
  await flush(path.dirname(folder));
  await finishSwap(folder);
}

/** Renames the new cluster when the old one has been moved away; otherwise changes nothing. */
export async function finishSwap(folder: string): Promise<void> {
  if ((await stat(folder).catch(ignoreMissing)) !== undefined) return;
  // Another process may be doing the same.
  await rename(upgradedFolder(folder), folder).catch(ignoreMissing);
  await flush(path.dirname(folder)).catch(ignoreMissing);
}

/** Removes a new cluster that an interrupted upgrade has left: the old one may have been used since. */
export async function removeUpgraded(folder: string): Promise<void> {
  await rm(upgradedFolder(folder), { recursive: true, force: true });
}

/** Makes a rename durable: a power failure must not undo it after the next rename has happened. */
async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
