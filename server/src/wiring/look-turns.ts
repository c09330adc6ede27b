import { openFairTurns } from '../http/rooms/fair-turns.ts';
import type { FairTurns } from '../http/rooms/fair-turns.ts';

/** What looks at repositories for requests. */
export interface LookParts {
  /** Of organisations. */
  lookTurns: FairTurns;
}

/**
 * Turns of looking at repositories: each transfers something, for as long as ten minutes where a server sends slowly. 200
 * requests of one key, each to a server that sends a byte a second, held all 16 places that transfers of jobs need as well.
 */
export function openLookTurns(): FairTurns {
  return openFairTurns({
    all: 6,
    ofOne: 4,
    waitMilliseconds: 10_000,
    refusal: 'Several repositories are being looked at. Try again in a moment.',
  });
}
