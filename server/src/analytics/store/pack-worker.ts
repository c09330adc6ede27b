import { parentPort } from 'node:worker_threads';
import { whenLoaded } from '../../threads/when-loaded.ts';
import { packHere } from './packing.ts';
import type { PackTask, PackTasks } from './packing.ts';

/** What the thread is asked for. */
export interface PackOrder<K extends PackTask = PackTask> {
  kind: K;
  task: PackTasks[K]['task'];
}

// The entry of a worker thread: nothing else imports this file but for its types.
whenLoaded(() => parentPort?.on('message', (order: PackOrder) => void work(order)));

/** What is wrong ends the thread, and whoever waits is told. */
async function work({ kind, task }: PackOrder): Promise<void> {
  parentPort?.postMessage(await packHere(kind, task), []);
}
