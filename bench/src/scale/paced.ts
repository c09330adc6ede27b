import { setTimeout } from 'node:timers/promises';
import { openConnection } from '../views/connection.ts';
import type { Connection } from '../views/connection.ts';

/** Requests that are sent when they are due, whether or not those before them are answered. */
export interface Pace {
  /** Taken in turns. */
  urls: readonly string[];
  requestsPerSecond: number;
  seconds: number;
  /** A whole request to one of the servers. */
  next: (url: string) => string;
}

/** Milliseconds from when each request was due to its answer, and how many were not answered with 202. */
export interface Paced {
  times: number[];
  refused: number;
}

const tickMilliseconds = 2;

/** What is due goes over a connection that is idle, or a new one. */
export async function sendPaced({ urls, requestsPerSecond, seconds, next }: Pace): Promise<Paced> {
  const idle = new Map<string, Connection[]>(urls.map((url) => [url, []]));
  const paced: Paced = { times: [], refused: 0 };
  const send = async (url: string, due: number): Promise<void> => {
    const connection = idle.get(url)?.pop() ?? (await openConnection(url));
    const { status } = await connection.send(next(url));
    paced.times.push(performance.now() - due);
    if (status !== 202) paced.refused += 1;
    if (connection.isOpen()) idle.get(url)?.push(connection);
  };
  const underWay = new Set<Promise<void>>();
  const start = performance.now();
  const all = requestsPerSecond * seconds;
  for (let sent = 0; sent < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - start) / 1000) * requestsPerSecond));
    for (; sent < due; sent += 1) {
      const url = urls[sent % urls.length] ?? '';
      const sending = send(url, start + (sent / requestsPerSecond) * 1000).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    await setTimeout(tickMilliseconds);
  }
  await Promise.all(underWay);
  for (const connection of [...idle.values()].flat()) connection.close();
  return paced;
}
