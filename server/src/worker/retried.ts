import type { WorkerLog } from './services.ts';

/** Returns a function that starts work in the background. A failure is only logged: something will start it again. */
export function retried(log: WorkerLog, work: () => Promise<void>, failure: string): () => void {
  return () => {
    work().catch((error: unknown) => log.warn({ err: error }, failure));
  };
}
