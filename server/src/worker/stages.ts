import { performance } from 'node:perf_hooks';

/** The parts of a turn, in order. `agent` is the model's steps with tools and journal, `review` its look at its own change. */
export type Stage = 'prepare' | 'agent' | 'verify' | 'review' | 'deliver' | 'settle';

/** Does a part of a turn and tells how long it took, also when it failed. */
export async function timed<T>(
  services: { onStage?: (jobId: string, stage: Stage, milliseconds: number) => void },
  jobId: string,
  stage: Stage,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    services.onStage?.(jobId, stage, performance.now() - start);
  }
}
