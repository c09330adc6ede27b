import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { ignoreMissing } from './file-errors.ts';

const largestLogBytes = 8 * 1024 * 1024;
const checkEveryMilliseconds = 60_000;
const tailBytes = 4_096;
const tailLines = 12;

/**
 * Keeps a server's log within two files of 8 MB: a full log is copied to `<log>.1` and emptied. The server appends, so
 * it continues at the new end. Returns the function that ends the watch.
 */
export function keepLogSmall(log: string): () => void {
  const check = () => void shorten(log).catch(() => {});
  check();
  const timer = setInterval(check, checkEveryMilliseconds).unref();
  return () => clearInterval(timer);
}

/** Empties the log when it is larger than `largest` bytes, after copying its contents to a second file. */
export async function shorten(log: string, largest: number = largestLogBytes): Promise<void> {
  const found = await stat(log).catch(ignoreMissing);
  if (found === undefined || found.size <= largest) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

/** Reads the last lines of the log, for the cause of an error. */
export async function readLogTail(log: string): Promise<string> {
  const handle = await open(log, 'r').catch(ignoreMissing);
  if (handle === undefined) return '';
  await using file = handle;
  const { size } = await file.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(tailBytes), position: start });
  return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-tailLines).join('\n');
}
