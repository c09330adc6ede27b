import type { ProcessUnderTest } from '../processes/start.ts';
import type { Runs } from '../runs.ts';
import { readHeld } from '../watch/facts.ts';
import type { Observer } from '../watch/observer.ts';

/** Notes what a process held according to the database when a fault hit it. */
export async function noteHeld(
  { observer, runs }: { observer: Pick<Observer, 'read'>; runs: Runs },
  process: ProcessUnderTest,
  kind: string,
): Promise<void> {
  const { id } = process;
  const jobs = id === undefined ? undefined : await observer.read((db) => readHeld(db, id));
  runs.held(process.name, kind, jobs ?? []);
}
