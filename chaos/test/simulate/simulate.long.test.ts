import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { neverHappened } from '../../src/simulate/coverage.ts';
import { report } from '../../src/simulate/report.ts';
import { runSimulation } from '../../src/simulate/run.ts';
import type { SimulationResult } from '../../src/simulate/run.ts';

/** It takes about 20 seconds on two idle cores, and much longer on a busy machine. */
const patienceMilliseconds = 15 * 60_000;

test(
  'no simulated lifecycle breaks a promise, and every possible event happens',
  { timeout: patienceMilliseconds },
  async () => {
    const result = await runSimulation({ runs: 300, seed: 4, threads: 2, lanesPerThread: 3 });
    expect(broken(result)).toBe('nothing');
    expect(neverHappened(result)).toEqual([]);
  },
);

test('lifecycles with a new random seed break no promise', { timeout: patienceMilliseconds }, async () => {
  const seed = randomInt(2 ** 31);
  console.log(`Simulating 50 lifecycles, seed ${seed}.`);
  const result = await runSimulation({ runs: 50, seed, threads: 2, lanesPerThread: 3 });
  expect(broken(result)).toBe('nothing');
});

/** Returns a text with the history of the broken promise. */
function broken(result: SimulationResult): string {
  return result.failure === undefined ? 'nothing' : report(result);
}
