import { setTimeout } from 'node:timers/promises';

/** The result of a check. */
interface Checked {
  isOver: boolean;
  /** Any value whose change shows that something is still happening. */
  moving: unknown;
}

/**
 * Checks twice a second until it is over.
 *
 * @returns false when nothing has changed for so long, or the time is up.
 */
export async function untilOver(
  check: () => Promise<Checked>,
  options: { now: () => number; patienceMilliseconds: number; mostMilliseconds?: number },
): Promise<boolean> {
  const { now, patienceMilliseconds, mostMilliseconds = Number.POSITIVE_INFINITY } = options;
  const deadline = now() + mostMilliseconds;
  let seen = '';
  let movedAt = now();
  for (;;) {
    const { isOver, moving } = await check();
    if (isOver) return true;
    const found = JSON.stringify(moving);
    if (found !== seen) movedAt = now();
    seen = found;
    if (now() - movedAt > patienceMilliseconds || now() > deadline) return false;
    await setTimeout(500);
  }
}
