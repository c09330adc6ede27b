import { isDatabaseUnavailable } from '../postgres/database.ts';
import type { Hold } from './hold.ts';

/** How long to wait for a database that is away before it is asked again. */
const pauseMilliseconds = 200;

/**
 * Does what may be repeated again and again while the database is away, for as long as the lease is held: a database
 * that is started again within the lease costs no step that was paid for.
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
