import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const mostMilliseconds = 120_000;

/**
 * Waits until a server answers that it is ready. How often it is asked limits how exactly the time can be measured.
 * @throws Error with the server's log when it ends before, or takes more than two minutes.
 */
export async function untilReady(server: {
  url: string;
  hasEnded: () => boolean;
  logFile: string;
  everyMilliseconds: number;
}): Promise<void> {
  const { url, hasEnded, logFile, everyMilliseconds } = server;
  const deadline = performance.now() + mostMilliseconds;
  while (performance.now() < deadline && !hasEnded()) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.status === 200) return;
    await setTimeout(everyMilliseconds);
  }
  throw new Error(`The server does not get ready: ${await readFile(logFile, 'utf8')}`);
}
