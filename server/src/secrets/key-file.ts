import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import { parseKey } from './key-text.ts';
import type { SecretKey } from './key-text.ts';

/**
 * Reads the key of a data directory, `secret.key`, and creates it when there is none. Of several processes that create
 * it concurrently one succeeds, and all of them return its key.
 *
 * @throws CopydeskError `data_directory_refused` when the file cannot be read or created, is not a key, or is readable
 *   by others.
 */
export async function readOrMakeKeyFile(dataDirectory: string): Promise<SecretKey> {
  const file = path.join(dataDirectory, 'secret.key');
  try {
    return (await readKey(file)) ?? (await makeKey(file));
  } catch (error) {
    if (error instanceof CopydeskError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`The key file ${file} can neither be read nor made: ${reason}.`, 'Let this user write it', error);
  }
}

async function readKey(file: string): Promise<SecretKey | undefined> {
  const found = await stat(file).catch(ignoreMissing);
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0) {
    throw refused(`Other users than its owner may read or change the key file ${file}.`, `Run "chmod 600 ${file}"`);
  }
  const key = parseKey((await readFile(file, 'utf8')).trim());
  if (key !== undefined) return key;
  throw refused(`The key file ${file} holds no key of 32 bytes in base64.`, 'Bring it back from a backup');
}

/** Creates the file atomically and never over an existing one: a link does not overwrite. */
async function makeKey(file: string): Promise<SecretKey> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, `${randomBytes(32).toString('base64')}\n`);
    await link(draft, file).catch(ignoreThere);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(path.dirname(file));
  const key = await readKey(file);
  if (key !== undefined) return key;
  throw refused(`The key file ${file} was removed while it was created.`, 'Try again');
}

/** If a power failure lost the key, what was sealed with it could never be opened again. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function ignoreThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function refused(found: string, advice: string, cause?: unknown): CopydeskError {
  return new CopydeskError('data_directory_refused', `${found} ${advice}, or set COPYDESK_SECRET_KEY.`, { cause });
}
