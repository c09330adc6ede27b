import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the data folder whose database this user used last on this machine. Undefined when there is none, and when
 * `file` is undefined: for a user without a home directory nothing is remembered.
 */
export async function readLastFolder(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => '');
  const folder = text.trim();
  return path.isAbsolute(folder) ? folder : undefined;
}

/** Stores the folder. A failure to write is ignored: no command fails because of it. */
export async function rememberFolder(file: string | undefined, folder: string): Promise<void> {
  if (file === undefined || (await readLastFolder(file)) === folder) return;
  const half = `${file}.${process.pid}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(half, `${folder}\n`, { mode: 0o600 });
    await rename(half, file);
  } catch {
    // Then the next command only has less information.
  }
}
