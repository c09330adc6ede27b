import { openFairTurns } from '../../http/rooms/fair-turns.ts';
import type { FairTurns } from '../../http/rooms/fair-turns.ts';

/** What reading repositories for requests needs. */
export interface ReadTurns {
  /** Turns, shared fairly between organisations. */
  readTurns: FairTurns;
}

/**
 * Opens the turns for letting a model judge answers: each keeps the texts of up to 50 questions, 50,000 characters each, for
 * up to four minutes, and each call costs its project money.
 */
export function openJudgeTurns(): FairTurns {
  return openFairTurns({
    all: 4,
    ofOne: 2,
    waitMilliseconds: 10_000,
    refusal: 'Models are judging answers already. Try again in a minute.',
  });
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
