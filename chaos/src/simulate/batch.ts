import fc from 'fast-check';
import { live } from './live.ts';
import { lifecycle } from './moves/move.ts';
import { clearSimulation } from './postgres/simulation-database.ts';
import type { SimulationDatabase } from './postgres/simulation-database.ts';
import { World } from './world/world.ts';

/** Lifecycles that follow from one seed; with a path, only the one that it leads to. */
export interface Batch {
  seed: number;
  runs: number;
  path?: string;
}

/** A lifecycle in which a promise was broken, after it was shrunk as far as possible. */
export interface Failure {
  seed: number;
  path: string;
  error: string;
  /** What happened, in words. */
  moves: string[];
}

export interface BatchResult {
  runs: number;
  happened: Map<string, number>;
  failure: Failure | undefined;
}

/** A lifecycle takes some tens of milliseconds: one that takes this long waits for something that never comes. */
const patienceMilliseconds = 60_000;

/** Runs the lifecycles of a batch, one after another. */
export async function runBatch(simulation: SimulationDatabase, { seed, runs, path }: Batch): Promise<BatchResult> {
  const result: BatchResult = { runs: 0, happened: new Map(), failure: undefined };
  let moves: string[] = [];
  const property = fc.asyncProperty(lifecycle, async (one) => {
    const world = new World(simulation);
    moves = world.moves;
    result.runs += 1;
    try {
      await live(world, one);
      for (const [what, count] of world.happened) result.happened.set(what, (result.happened.get(what) ?? 0) + count);
    } finally {
      for (const task of world.underWay) await world.kill(task);
      await clearSimulation(simulation);
    }
  });
  const details = await fc.check(property, { seed, numRuns: runs, timeout: patienceMilliseconds, path: path ?? '' });
  if (!details.failed) return result;
  // Runs the shortest history once more, because fast-check keeps only the input.
  const [shortest] = details.counterexample ?? [];
  if (shortest !== undefined) await fc.check(property, { examples: [[shortest]], numRuns: 1, endOnFailure: true });
  const error = details.errorInstance instanceof Error ? (details.errorInstance.stack ?? '') : 'it never ended';
  return { ...result, failure: { seed, path: details.counterexamplePath ?? '', error, moves } };
}
