import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { Connection } from '../../../server/src/postgres/connection.ts';
import { runBatch } from './batch.ts';
import type { Batch, BatchResult } from './batch.ts';
import { openSimulationDatabase } from './postgres/simulation-database.ts';

/** What a thread is started with. */
export interface ThreadData {
  server: Connection;
  /** Lifecycles that run at the same time: each waits for PostgreSQL half of its time. */
  lanes: number;
}

/** What a thread reports: the result of a batch, undefined at first; and that it has room for another. */
export type ThreadMessage = { lane: number; result: BatchResult | undefined };

/** What a thread receives: the next batch of a lane, or that there is none. */
export type ThreadOrder = { lane: number; batch: Batch | undefined };

async function serve(port: MessagePort, { server, lanes }: ThreadData): Promise<void> {
  const waiting = new Map<number, (batch: Batch | undefined) => void>();
  port.on('message', ({ lane, batch }: ThreadOrder) => waiting.get(lane)?.(batch));
  const ask = (lane: number, result: BatchResult | undefined): Promise<Batch | undefined> =>
    new Promise((resolve) => {
      waiting.set(lane, resolve);
      port.postMessage({ lane, result } satisfies ThreadMessage);
    });
  await Promise.all(
    Array.from({ length: lanes }, async (_, number) => {
      await using simulation = await openSimulationDatabase(server);
      let batch = await ask(number, undefined);
      while (batch !== undefined) batch = await ask(number, await runBatch(simulation, batch));
    }),
  );
  port.close();
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever starts the thread gives it this
if (parentPort !== null) await serve(parentPort, workerData as ThreadData);
