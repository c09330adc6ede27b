import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The data folder whose database was used last on this machine, by this user. Undefined where none was, and where `file` is: a user
 * without a home remembers nothing.
 */
export async function readLastFolder(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => '');
  const folder = text.trim();
  return path.isAbsolute(folder) ? folder : undefined;
}

/** Remembers it. What cannot be written is not remembered: no command fails for that. */
export async function rememberFolder(file: string | undefined, folder: string): Promise<void> {
  if (file === undefined || (await readLastFolder(file)) === folder) return;
  const half = `${file}.${process.pid}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(half, `${folder}\n`, { mode: 0o600 });
    await rename(half, file);
  } catch {
    // The next command says less.
  }
}
