import type { IncomingHttpHeaders } from 'node:http';
import { CopydeskError } from '@copydesk/contract';

/** How many bytes of bodies are held at once. */
export interface BodyBudget {
  /**
   * Sets bytes aside for a body, as many as it says it has, or else as many as it may have. Answers the function that
   * gives them back.
   * @throws CopydeskError `overloaded` when there are not as many left.
   */
  reserve(headers: IncomingHttpHeaders, maximumBytes: number): () => void;
}

/**
 * Thousands of browsers may send a view each at the same time, and hundreds of servers a large batch: it is not the
 * number of requests that there is no room for, but what they hold.
 */
export function openBodyBudget(bytes: number, what = 'views'): BodyBudget {
  let left = bytes;
  return {
    reserve(headers, maximumBytes) {
      const declared = Number(headers['content-length'] ?? maximumBytes);
      const size = Math.min(Number.isNaN(declared) ? maximumBytes : declared, maximumBytes);
      if (size > left) {
        throw new CopydeskError('overloaded', `Too many ${what} arrive at once. Send these again shortly.`);
      }
      left -= size;
      let held = true;
      return () => {
        if (held) left += size;
        held = false;
      };
    },
  };
}
