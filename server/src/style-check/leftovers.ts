import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The prefix of the folder names of runs. */
export const runPrefix = 'copydesk-style-';

/** No run of any process on this machine takes this long. */
const oldMilliseconds = 3_600_000;

/** Removes the folders of runs that were killed with their process, if they belong to this user. Never throws. */
export async function removeLeftovers(parent: string): Promise<void> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory() || !entry.name.startsWith(runPrefix)) continue;
    const path = join(parent, entry.name);
    const is = await lstat(path).catch(() => undefined);
    if (is === undefined || is.uid !== process.getuid?.() || Date.now() - is.mtimeMs < oldMilliseconds) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
