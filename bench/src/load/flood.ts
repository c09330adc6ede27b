import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { openConnection, postHead } from '../views/connection.ts';
import type { Connection } from '../views/connection.ts';

/** Batches of views that are sent with a key. */
export interface FloodOrder {
  url: string;
  token: string;
  projectId: string;
  connections: number;
  eventsPerBatch: number;
  /** As many as are answered, where it is null. */
  batchesPerSecond: number | null;
  seconds: number;
}

/** What was sent, and what came of it. */
export interface Flooded {
  batches: number;
  seconds: number;
  /** Events of batches that were answered 202. */
  accepted: number;
  /** Batches by what they were answered; `broken` where the connection ended before the answer. */
  answers: Record<string, number>;
}

const Accepted = z.object({ accepted: z.number() });

/** Sends for so many seconds. Who is behind its schedule sends at once: it does not wait for a server that is slow. */
export async function flood(order: FloodOrder): Promise<Flooded> {
  const head = postHead(order.url, `/v1/collect/${order.projectId}`, {
    authorization: `Bearer ${order.token}`,
    'content-type': 'application/json',
  });
  const body = batchOf(order.eventsPerBatch);
  const request = `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const flooded: Flooded = { batches: 0, seconds: 0, accepted: 0, answers: {} };
  const start = performance.now();
  const count = (answer: string): void => void (flooded.answers[answer] = (flooded.answers[answer] ?? 0) + 1);

  const send = async (number: number): Promise<void> => {
    let connection: Connection | undefined;
    for (let turn = 0; performance.now() - start < order.seconds * 1_000; turn += 1) {
      if (order.batchesPerSecond !== null) {
        const due = ((turn * order.connections + number) / order.batchesPerSecond) * 1_000;
        await setTimeout(Math.max(0, due - (performance.now() - start)));
      }
      flooded.batches += 1;
      try {
        connection ??= await openConnection(order.url);
        const { status, body: answer } = await connection.send(request);
        count(String(status));
        if (status === 202) flooded.accepted += Accepted.parse(JSON.parse(answer)).accepted;
      } catch {
        count('broken');
        connection?.close();
        connection = undefined;
      }
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: order.connections }, async (_, number) => await send(number)));
  return { ...flooded, seconds: (performance.now() - start) / 1_000 };
}

function batchOf(events: number): string {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  return JSON.stringify(Array.from({ length: events }, (_, index) => ({ path: `/guide/${index}`, userAgent })));
}
