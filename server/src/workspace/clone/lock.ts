import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a holder shows that it lives, and after how long a silent one counts as dead. */
const beatMilliseconds = 2000;
const silentMilliseconds = 20_000;

/**
 * Runs one piece of work at a time, in this process and in all others that use the same lock file. The signal ends the
 * wait for other processes, not the work.
 */
export type Lock = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Opens a lock on a file that exists while somebody holds the lock. The file names its holder's process and is touched
 * every two seconds, so the lock of a killed process can be taken over: at once on the same machine, otherwise after 20
 * seconds. In the short time in which two processes take over the same dead lock, both may continue; then git's own
 * lock files still prevent that a ref or a pack is written twice.
 */
export function openLock(file: string): Lock {
  let tail: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const turn = tail.then(async () => {
      const release = await acquire(file, signal);
      try {
        return await work();
      } finally {
        await release();
      }
    });
    tail = turn.catch(() => {});
    return turn;
  };
}

async function acquire(file: string, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
  const token = [hostname(), process.pid, performance.timeOrigin, randomUUID()].join(' ');
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, token);
  try {
    // `link` either creates the lock or fails: it never exists without its holder's name.
    while (!(await tryLink(mine, file))) {
      const held = await readHolder(file);
      if (held && isDead(held)) await takeAway(file, held.token);
      else await sleep(10 + Math.random() * 30, undefined, { signal });
    }
  } finally {
    await rm(mine, { force: true });
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), beatMilliseconds).unref();
  return async () => {
    clearInterval(beat);
    const held = await readHolder(file);
    if (held?.token === token) await rm(file, { force: true });
  };
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

interface Holder {
  token: string;
  touchedAt: number;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const [token, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { token, touchedAt: mtimeMs };
  } catch {
    return undefined;
  }
}

function isDead({ token, touchedAt }: Holder): boolean {
  if (Date.now() - touchedAt > silentMilliseconds) return true;
  const [host, pid, startedAt] = token.split(' ');
  if (host !== hostname()) return false;
  // In a container, a restarted process often has the same id as the one before it.
  if (Number(pid) === process.pid) return Number(startedAt) !== performance.timeOrigin;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/**
 * Removes a dead lock. It is renamed first, so that when several saw it dead, only one removes it and none removes a
 * new lock.
 */
async function takeAway(file: string, token: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== token) await tryLink(aside, file);
  await rm(aside, { force: true });
}
