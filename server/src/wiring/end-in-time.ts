import { setTimeout } from 'node:timers/promises';

/** How long the end of a connection is waited for. */
const patienceMilliseconds = 2_000;

/** Waits for the end of a connection, but not for ever: a peer that hangs must not keep a process that was told to end. */
export async function endInTime(end: Promise<void>): Promise<void> {
  const patience = new AbortController();
  const over = setTimeout(patienceMilliseconds, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([end, over]).finally(() => patience.abort());
}
