import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { ServerHealth } from '@copydesk/contract';

type Storage = NonNullable<ServerHealth['storage']['found']>;

/** How long the files of a folder are counted. Beyond that, the size is reported as “at least”. */
const countMilliseconds = 700;

/** Returns how much space the data folder takes, and how much is left on its disk. */
export async function readStorage(dataDirectory: string): Promise<Storage> {
  const disk = await statfs(dataDirectory);
  const [clones, kept] = await Promise.all([
    measure(path.join(dataDirectory, 'clones')),
    measure(path.join(dataDirectory, 'repositories')),
  ]);
  return { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize, clones, kept };
}

async function measure(folder: string): Promise<Storage['clones']> {
  const until = performance.now() + countMilliseconds;
  const top = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entries = top.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).length;
  const waiting = [folder];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (performance.now() > until) return { entries, bytes, isPartial: true };
    bytes += await measureFiles(next, waiting);
  }
  return { entries, bytes, isPartial: false };
}

/**
 * Measures the files of one folder, and adds its subfolders to those that wait. Files that disappear meanwhile do not
 * count.
 */
async function measureFiles(folder: string, waiting: string[]): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) waiting.push(place);
    else if (entry.isFile()) bytes += (await stat(place).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
