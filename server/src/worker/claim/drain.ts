import type { WorkerServices } from '../services.ts';

/** Ends a worker without interrupting its jobs: it takes no more jobs, and is done when it has none left. */
export interface Drain {
  /** Starts draining. A second call does nothing. */
  start(): void;
  isDraining(): boolean;
  /** To be called when a job has ended. */
  update(): void;
  drained: Promise<void>;
}

export function openDrain({ log }: Pick<WorkerServices, 'log'>, jobsAtWork: () => number): Drain {
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  let isDraining = false;
  const drain: Drain = {
    drained,
    isDraining: () => isDraining,
    start() {
      if (isDraining) return;
      isDraining = true;
      log.info({ jobs: jobsAtWork() }, 'draining: this worker takes no more jobs');
      drain.update();
    },
    update() {
      if (isDraining && jobsAtWork() === 0) resolve();
    },
  };
  return drain;
}
