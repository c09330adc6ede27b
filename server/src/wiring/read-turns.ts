import { openFairTurns } from '../http/rooms/fair-turns.ts';
import type { FairTurns } from '../http/rooms/fair-turns.ts';

/** What reading repositories for requests needs. */
export interface ReadTurns {
  /** Turns, shared fairly between organisations. */
  readTurns: FairTurns;
}

/**
 * Opens the turns for reading repositories: each read transfers something, for up to ten minutes when a server sends
 * slowly. 200 requests of one key, each to a server that sends a byte a second, occupied all 16 places that transfers
 * of jobs need as well.
 */
export function openReadTurns(): FairTurns {
  return openFairTurns({
    all: 6,
    ofOne: 4,
    waitMilliseconds: 10_000,
    refusal: 'Several repositories are being read. Try again in a moment.',
  });
}
