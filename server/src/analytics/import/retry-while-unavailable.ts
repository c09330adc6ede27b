import { setTimeout as delay } from 'node:timers/promises';
import { isCopydeskError } from '@copydesk/contract';
import type { ImportRequest } from './import-request.ts';

/** How long a file waits for an unavailable database; a followed one waits until it is stopped. */
const longestWaitMilliseconds = 60_000;
const [firstPause, longestPause] = [250, 5_000];

/**
 * Retries while the database is unavailable.
 * @throws CopydeskError `database_unavailable`, `overloaded` when that lasts, or at the signal.
 */
export async function retryWhileUnavailable<T>(
  { follow, signal, report }: Pick<ImportRequest, 'follow' | 'signal' | 'report'>,
  attempt: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await attempt();
    } catch (error) {
      const passes = isCopydeskError(error, 'database_unavailable') || isCopydeskError(error, 'overloaded');
      if (!passes || signal.aborted || (!follow && waited >= longestWaitMilliseconds)) throw error;
      if (waited === 0) report.note(`Waiting for the database: ${error.message}`);
    }
    await delay(pause, undefined, { signal }).catch(() => {});
    waited += pause;
  }
}
