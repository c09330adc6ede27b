import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Hold } from './hold.ts';

/** How long to wait before retrying a database that is unavailable. */
const pauseMilliseconds = 200;

/**
 * Retries repeatable work while the database is unavailable, for as long as the lease is held. So a database restart
 * within the lease loses no step that was paid for.
 *
 * @throws what `work` throws when the database answers; the hold's reason when it ends first.
 */
export async function whileHeld<T>(hold: Hold, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    await hold.pause(pauseMilliseconds);
    hold.check();
  }
}
