import type { WorkerLog } from './services.ts';

/** A task that runs again and again. */
export interface PeriodicTask {
  name: string;
  everyMilliseconds: number;
  run: () => Promise<unknown>;
}

/**
 * Runs each task at once and then at its interval, never twice at the same time. A failure is logged, and the task runs
 * again at its next time.
 *
 * @returns a function that ends all tasks and waits for those in progress.
 */
export function startPeriodicTasks(log: WorkerLog, tasks: readonly PeriodicTask[]): () => Promise<void> {
  const stops = tasks.map((task) => startTask(log, task));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startTask(log: WorkerLog, task: PeriodicTask): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      await task.run();
    } catch (error) {
      log.warn({ task: task.name, err: error }, 'a periodic task failed; it will be run again');
    }
    if (!stopped) timer = setTimeout(start, task.everyMilliseconds);
  };
  let running = run();
  const start = (): void => {
    running = run();
  };
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
