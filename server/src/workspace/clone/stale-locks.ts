import { rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitFailure } from '../git/git.ts';

/** Our lock is held, so a lock file of git that is older than this belongs to a git that was killed. */
const staleMilliseconds = 30_000;

/** Runs work on a clone's refs, under the clone's lock, in spite of lock files that a killed git has left. */
export async function despiteStaleLocks<T>(gitDirectory: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const file = lockFileOf(error);
      if (file === undefined || !file.startsWith(`${gitDirectory}/`) || attempt === 4) throw error;
      const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? { mtimeMs: Date.now() };
      if (Date.now() - mtimeMs > staleMilliseconds) await rm(file, { force: true });
      else await sleep(attempt * 500);
    }
  }
}

function lockFileOf(error: unknown): string | undefined {
  if (!(error instanceof GitFailure)) return undefined;
  return /Unable to create '([^'\n]+\.lock)': File exists/.exec(error.exit.stderr)?.[1];
}
