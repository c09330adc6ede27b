import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from './git-repository.ts';

const run = promisify(execFile);

/** A separate disk that a test can fill to its last block. */
export interface SmallDisk extends AsyncDisposable {
  path: string;
  /** Leaves so many bytes free. */
  fill(leave: number): Promise<void>;
  /** Frees what was filled. */
  clear(): Promise<void>;
}

/** Whether this process may mount a disk: root may in most containers and on most machines. */
export async function canMountDisks(): Promise<boolean> {
  const disk = await smallDisk(64 * 1024).catch(() => undefined);
  await disk?.[Symbol.asyncDispose]();
  return disk !== undefined;
}

/** Mounts an in-memory disk of so many bytes. */
export async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = await testFolder();
  const { path } = folder;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', path]);
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    async fill(leave) {
      const { stdout } = await run('df', ['--output=avail', '--block-size=1', path]);
      await writeFile(ballast, new Uint8Array(Math.max(0, Number(stdout.split('\n')[1]) - leave)));
    },
    clear: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}
