import { workerData } from 'node:worker_threads';
import type { ThreadData } from './thread.ts';

/**
 * Must be the last line of a thread's entry. `listen` is called in the next turn of the event loop, when the promise of
 * the modules is settled too. From then on the thread may be terminated.
 */
export function whenLoaded(listen: () => void): void {
  const { loaded }: ThreadData = workerData;
  setImmediate(() => {
    Atomics.store(loaded, 0, 1);
    Atomics.notify(loaded, 0);
    listen();
  });
}
