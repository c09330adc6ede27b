import { parentPort } from 'node:worker_threads';
import { whenLoaded } from '../../threads/when-loaded.ts';
import { packHere } from './fold/packing.ts';
import type { PackTask, PackTasks } from './fold/packing.ts';

/** A task for the thread. */
export interface PackOrder<K extends PackTask = PackTask> {
  kind: K;
  task: PackTasks[K]['task'];
}

// The entry of a worker thread: other files import only its types.
whenLoaded(() => parentPort?.on('message', (order: PackOrder) => void packAndPost(order)));

/** An error ends the thread, and the waiting caller receives it. */
async function packAndPost({ kind, task }: PackOrder): Promise<void> {
  parentPort?.postMessage(await packHere(kind, task), []);
}
