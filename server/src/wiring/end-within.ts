import { setTimeout } from 'node:timers/promises';

/**
 * Waits for the end of something, but no longer than so many milliseconds: a peer that hangs must not keep a process
 * that was told to end.
 */
export async function endWithin(milliseconds: number, end: Promise<void>): Promise<void> {
  const patience = new AbortController();
  const over = setTimeout(milliseconds, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([end, over]).finally(() => patience.abort());
}
