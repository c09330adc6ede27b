import { CopydeskError } from '@copydesk/contract/errors';
import type { SearchPool } from './search-pool.ts';

/**
 * Limits how long one caller may use the pool's threads, for all tasks together: slow searches again and again would
 * keep others waiting. Further tasks are refused with a CopydeskError `invalid_request`.
 */
export function withAllowance(pool: SearchPool, milliseconds: number): SearchPool {
  let left = milliseconds;
  return {
    threads: pool.threads,
    async run(task, signal) {
      if (left <= 0) throw spentError(milliseconds);
      return await pool.run(task, signal, (taken) => (left -= taken));
    },
    close: () => pool.close(),
  };
}

function spentError(milliseconds: number): CopydeskError {
  const seconds = Math.round(milliseconds / 1_000);
  return new CopydeskError(
    'invalid_request',
    `Nothing was searched: the searches of this turn have taken ${seconds} seconds, which is all that it may. Go on with what they found.`,
  );
}
