import type { Lane } from '../states/lane.ts';
import type { Measured, Recorder } from './recorder.ts';

/**
 * Lets all lanes work in turns, and every other round in the opposite order, so that none is always the first after
 * another.
 *
 * @param act what one lane does in one round; the others are idle meanwhile.
 */
export async function inTurns<L extends Lane, K extends string>(
  lanes: readonly L[],
  rounds: number,
  recorder: Recorder<K>,
  act: (lane: L, round: number) => Promise<Measured<K>>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      recorder.add(lane, await named(lane, () => act(lane, round)));
    }
  }
}

/** Prepares all lanes, one after the other. */
export async function eachLane<L extends Lane, T>(lanes: readonly L[], prepare: (lane: L) => Promise<T>): Promise<T[]> {
  const prepared: T[] = [];
  for (const lane of lanes) prepared.push(await named(lane, () => prepare(lane)));
  return prepared;
}

async function named<T>(lane: Lane, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${lane.name}: ${message}`, { cause: error });
  }
}
