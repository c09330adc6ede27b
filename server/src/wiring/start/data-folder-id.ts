import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { RepositoryMachine } from '../../projects/repository-machine.ts';

/**
 * Returns this machine as its data folder identifies it: a folder that is moved to another machine together with its
 * repositories stays the same machine. The id is created when it is first needed. When several processes create it at
 * once, one succeeds.
 *
 * @throws CopydeskError `data_directory_refused`.
 */
export async function machineOf(dataDirectory: string): Promise<RepositoryMachine> {
  const file = path.join(dataDirectory, 'machine');
  try {
    return { id: (await readId(file)) ?? (await makeId(file)), name: hostname() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CopydeskError(
      'data_directory_refused',
      `The file ${file}, which tells this machine from others, can neither be read nor made: ${reason}. ` +
        'Let this user write it.',
      { cause: error },
    );
  }
}

async function readId(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  const id = text?.trim();
  if (id === undefined || /^mch_[\w-]{16}$/.test(id)) return id;
  throw new Error('it holds something else. Remove it, and it is made anew');
}

/** A link does not overwrite: the file appears complete, and never replaces another. */
async function makeId(file: string): Promise<string> {
  const id = `mch_${randomBytes(12).toString('base64url')}`;
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${id}\n`, { flag: 'wx', mode: 0o600 });
    await link(draft, file);
    return id;
  } catch (error) {
    const made = isCode(error, 'EEXIST') ? await readId(file) : undefined;
    if (made !== undefined) return made;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isCode(error, 'ENOENT')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
