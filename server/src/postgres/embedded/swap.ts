import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from './file-errors.ts';

/** Where the files of a new cluster are that is whole, until those of the old one have gone out of its way. */
export function upgraded(folder: string): string {
  return `${folder}.upgraded`;
}

/** Where those of the old one are kept. */
export function keptFolder(folder: string, major: number): string {
  return `${folder}-${major}`;
}

/**
 * Puts a new cluster in the place of an old one, which is kept beside. Two folders cannot change their names at once: who finds
 * neither in the place ends what was begun, by {@link finishSwap}.
 */
export async function swap(folder: string, draft: string, kept: string): Promise<void> {
  await rename(draft, upgraded(folder));
  await flush(path.dirname(folder));
  await rename(folder, kept);
  await flush(path.dirname(folder));
  await finishSwap(folder);
}

/** Names the new cluster where the old one has gone; otherwise changes nothing. */
export async function finishSwap(folder: string): Promise<void> {
  if ((await stat(folder).catch(ignoreMissing)) !== undefined) return;
  // Another process may be doing the same.
  await rename(upgraded(folder), folder).catch(ignoreMissing);
  await flush(path.dirname(folder)).catch(ignoreMissing);
}

/** Takes away a new cluster that an upgrade has left which did not come to its end: the old one may have been used since. */
export async function removeUpgraded(folder: string): Promise<void> {
  await rm(upgraded(folder), { recursive: true, force: true });
}

/** A name must not be taken back by a power failure after the next one has changed. */
async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
