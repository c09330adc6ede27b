import { performance } from 'node:perf_hooks';
import { noTracing } from '../agent/call/tracing.ts';
import type { SpanDraft, Tracing } from '../agent/call/tracing.ts';

/**
 * The parts of a turn, in order. `agent` is the model's steps with tools and journal, `review` its review of its own
 * change.
 */
export type Stage = 'prepare' | 'agent' | 'verify' | 'review' | 'deliver' | 'settle';

/** Runs a part of a turn and reports how long it took, also when it failed. */
export async function timed<T>(
  services: { onStage?: (jobId: string, stage: Stage, milliseconds: number) => void; tracing?: Tracing | undefined },
  jobId: string,
  stage: Stage,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    return await traced(services, { name: stage, kind: 'internal' }, work);
  } finally {
    services.onStage?.(jobId, stage, performance.now() - start);
  }
}

/** Runs a piece of work as a span of the job's trace. */
export async function traced<T>(
  { tracing = noTracing }: { tracing?: Tracing | undefined },
  { name, kind }: Pick<SpanDraft, 'name' | 'kind'>,
  work: () => Promise<T>,
): Promise<T> {
  return await tracing.within({ name, kind, attributes: {} }, work);
}
