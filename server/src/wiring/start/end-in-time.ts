import { setTimeout } from 'node:timers/promises';

/** How long to wait for a connection to end. */
const patienceMilliseconds = 2_000;

/** Waits for a connection to end, but not for ever: a peer that hangs must not keep a process that was asked to end. */
export async function endInTime(end: Promise<void>): Promise<void> {
  const patience = new AbortController();
  const over = setTimeout(patienceMilliseconds, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([end, over]).finally(() => patience.abort());
}
