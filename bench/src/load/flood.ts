import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { openConnection, postHead } from '../views/connection.ts';
import type { Connection } from '../views/connection.ts';

/** Batches of views to send with a key. */
export interface FloodOrder {
  url: string;
  token: string;
  projectId: string;
  /** The most requests in flight. */
  connections: number;
  eventsPerBatch: number;
  /** Null sends as many as are answered, one after the other over each connection. */
  batchesPerSecond: number | null;
  seconds: number;
}

/** What was sent, and the results. */
export interface Flooded {
  batches: number;
  seconds: number;
  /** Events of batches that were answered 202. */
  accepted: number;
  /** The number of batches by response status; `broken` where the connection ended before the response. */
  answers: Record<string, number>;
}

const Accepted = z.object({ accepted: z.number() });

/**
 * Sends for the given seconds. With a rate, it does not wait for a slow server: a batch that is due goes over an idle
 * connection, or a new one, and is late only while all connections wait for a response.
 */
export async function flood(order: FloodOrder): Promise<Flooded> {
  const until = performance.now() + order.seconds * 1_000;
  const sender = openSender(order);
  const start = performance.now();
  await (order.batchesPerSecond === null ? sendInTurn(sender, order, until) : sendWhenDue(sender, order, until));
  await sender.close();
  return { ...sender.flooded, seconds: (performance.now() - start) / 1_000 };
}

async function sendInTurn(sender: Sender, { connections }: FloodOrder, until: number): Promise<void> {
  const send = async (): Promise<void> => {
    while (performance.now() < until) await sender.send();
  };
  await Promise.all(Array.from({ length: connections }, send));
}

async function sendWhenDue(sender: Sender, order: FloodOrder, until: number): Promise<void> {
  const perMillisecond = (order.batchesPerSecond ?? 0) / 1_000;
  const start = performance.now();
  for (let now = start; now < until; now = performance.now()) {
    const due = Math.floor((now - start) * perMillisecond) - sender.flooded.batches;
    const free = order.connections - sender.inFlight();
    for (let left = Math.min(due, free); left > 0; left -= 1) void sender.send();
    await setTimeout(tickMilliseconds);
  }
}

const tickMilliseconds = 5;

interface Sender {
  flooded: Omit<Flooded, 'seconds'>;
  /** Returns the number of requests without a response. */
  inFlight: () => number;
  /** Sends a batch over an idle connection, or a new one. Never rejects. */
  send: () => Promise<void>;
  /** Waits for the requests in flight. */
  close: () => Promise<void>;
}

function openSender(order: FloodOrder): Sender {
  const request = requestOf(order);
  const flooded: Sender['flooded'] = { batches: 0, accepted: 0, answers: {} };
  const idle: Connection[] = [];
  const sending = new Set<Promise<void>>();
  const count = (answer: string): void => void (flooded.answers[answer] = (flooded.answers[answer] ?? 0) + 1);
  const sendOne = async (): Promise<void> => {
    const connection = takeIdle(idle) ?? (await openConnection(order.url).catch(() => undefined));
    try {
      const { status, body } = (await connection?.send(request)) ?? { status: 0, body: '' };
      count(status === 0 ? 'broken' : String(status));
      if (status === 202) flooded.accepted += Accepted.parse(JSON.parse(body)).accepted;
      if (connection) idle.push(connection);
    } catch {
      count('broken');
      connection?.close();
    }
  };
  return {
    flooded,
    inFlight: () => sending.size,
    async send() {
      flooded.batches += 1;
      const sent = sendOne();
      sending.add(sent);
      await sent;
      sending.delete(sent);
    },
    async close() {
      await Promise.all(sending);
      for (const connection of idle) connection.close();
    },
  };
}

/** Returns an idle connection, and skips those that the server has closed meanwhile. */
function takeIdle(idle: Connection[]): Connection | undefined {
  let connection = idle.pop();
  while (connection?.isOpen() === false) connection = idle.pop();
  return connection;
}

function requestOf({ url, projectId, token, eventsPerBatch }: FloodOrder): Buffer {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = batchOf(eventsPerBatch);
  const head = postHead(url, `/v1/collect/${projectId}`, headers);
  return Buffer.from(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function batchOf(events: number): string {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  return JSON.stringify(Array.from({ length: events }, (_, index) => ({ path: `/guide/${index}`, userAgent })));
}
