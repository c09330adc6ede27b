import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Batch, Failure } from './batch.ts';
import type { ThreadData, ThreadMessage, ThreadOrder } from './batch-thread.ts';
import { startThrowAwayServer } from './postgres/server.ts';

export interface SimulationOptions {
  runs: number;
  /** All lifecycles follow from it. */
  seed: number;
  /** Leads to one lifecycle: a failure reports it, with its seed. */
  path?: string | undefined;
  threads: number;
  lanesPerThread: number;
  /** Ends the simulation with what has happened so far. */
  signal?: AbortSignal;
  /** Called now and then with the number of lifecycles so far. */
  onProgress?: (runs: number) => void;
}

export interface SimulationResult {
  runs: number;
  /** How often each thing has happened. */
  happened: Map<string, number>;
  /** The first broken promise. Everything ends with it. */
  failure: Failure | undefined;
  seconds: number;
}

/** How many lifecycles share a seed: each batch has its own, so that it can be repeated by itself. */
const batchSize = 50;

/** Runs many lifecycles, several at once, on a PostgreSQL of its own. */
export async function runSimulation(options: SimulationOptions): Promise<SimulationResult> {
  await using server = await startThrowAwayServer();
  const started = performance.now();
  const result: SimulationResult = { runs: 0, happened: new Map(), failure: undefined, seconds: 0 };
  const batches = batchesOf(options);
  const next = (): Batch | undefined => (result.failure === undefined ? batches.next().value : undefined);
  const data: ThreadData = { server: server.connection, lanes: options.lanesPerThread };
  await Promise.all(
    Array.from({ length: options.threads }, async () => {
      const worker = new Worker(new URL('batch-thread.ts', import.meta.url), { workerData: data });
      worker.on('message', (message: ThreadMessage) => {
        add(result, message);
        options.onProgress?.(result.runs);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
        worker.postMessage({ lane: message.lane, batch: next() } satisfies ThreadOrder);
      });
      const stop = (): void => void worker.terminate();
      options.signal?.addEventListener('abort', stop);
      await once(worker, 'exit');
      options.signal?.removeEventListener('abort', stop);
    }),
  );
  result.seconds = (performance.now() - started) / 1000;
  return result;
}

function* batchesOf({ runs, seed, path }: SimulationOptions): Generator<Batch, undefined> {
  if (path !== undefined) {
    yield { seed, runs: 1, path };
    return undefined;
  }
  for (let done = 0; done < runs; done += batchSize) {
    yield { seed: (seed + done / batchSize) | 0, runs: Math.min(batchSize, runs - done) };
  }
  return undefined;
}

function add(to: SimulationResult, { result }: ThreadMessage): void {
  if (result === undefined) return;
  to.runs += result.runs;
  to.failure ??= result.failure;
  for (const [what, count] of result.happened) to.happened.set(what, (to.happened.get(what) ?? 0) + count);
}
