import type { SimulationResult } from './run.ts';

/** Below this many lifecycles, a rare event may be missing by chance. */
const fewRuns = 2_000;

/** What must happen in a simulation that is to prove anything. */
const expected = [
  'move: create',
  'move: create twice at once',
  'move: message',
  'move: archive',
  'move: continue requests',
  'move: claim',
  'move: continue run',
  'move: disturb run',
  'move: renew',
  'move: kill',
  'move: end',
  'move: pass',
  'move: merge',
  'move: close',
  'move: person pushes',
  'move: keep house',
  'move: checks',
  'move: handle host',
  'move: disturb host handling',
  'host handled',
  'host handling, transaction: fail',
  'host handling, transaction: lose',
  'followed: a turn was begun',
  'followed: all have passed',
  'followed: a newer commit is followed',
  'followed: no round is left',
  'followed: the base fails them too',
  'followed: there are none',
  'followed: they never ended',
  'replayed by key',
  'refused: idempotency_key_in_flight',
  'refused: job_archived',
  'a request stands',
  'a request waits for a lock',
  'a run stands in the middle of a transaction',
  'a run without a lease went on',
  'lost at a renewal',
  'renewed',
  'transaction: fail',
  'transaction: lose',
  'statement: lose',
  'model: fail',
  'model: lose',
  'helper: describe',
  'helper: read',
  'helper: fail',
  'helper: lose',
  'fetch: fail',
  'push: fail',
  'push: lose',
  'open: fail',
  'open: lose',
  'end: completed',
  'end: completed with a pull request',
  'end: failed',
  'end: archived',
];

/** Returns what should have happened, and has not. */
export function neverHappened({ runs, happened }: Pick<SimulationResult, 'runs' | 'happened'>): string[] {
  return runs < fewRuns ? [] : expected.filter((what) => !happened.has(what));
}
