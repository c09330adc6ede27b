import { setTimeout } from 'node:timers/promises';
import { openConnection } from '../views/connection.ts';
import type { Connection } from '../views/connection.ts';

/** Requests that are sent when they are due, whether or not earlier ones were answered. */
export interface Pace {
  /** Used in turn. */
  urls: readonly string[];
  requestsPerSecond: number;
  seconds: number;
  /** Returns a whole request to one of the servers. */
  next: (url: string) => string;
}

/** The milliseconds from when each request was due until its response, and how many responses were not 202. */
export interface Paced {
  times: number[];
  refused: number;
}

const tickMilliseconds = 2;

/** Sends requests at a rate. A request that is due goes over an idle connection, or a new one. */
export async function sendPaced({ urls, requestsPerSecond, seconds, next }: Pace): Promise<Paced> {
  const idle = new Map<string, Connection[]>(urls.map((url) => [url, []]));
  const paced: Paced = { times: [], refused: 0 };
  const send = async (url: string, due: number): Promise<void> => {
    const connection = openOne(idle.get(url)) ?? (await openConnection(url));
    const { status } = await connection.send(next(url));
    paced.times.push(performance.now() - due);
    if (status !== 202) paced.refused += 1;
    if (connection.isOpen()) idle.get(url)?.push(connection);
  };
  const inFlight = new Set<Promise<void>>();
  const start = performance.now();
  const all = requestsPerSecond * seconds;
  for (let sent = 0; sent < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - start) / 1000) * requestsPerSecond));
    for (; sent < due; sent += 1) {
      const url = urls[sent % urls.length] ?? '';
      const sending = send(url, start + (sent / requestsPerSecond) * 1000).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
    await setTimeout(tickMilliseconds);
  }
  await Promise.all(inFlight);
  for (const connection of [...idle.values()].flat()) connection.close();
  return paced;
}

/** Takes the idle connection that was used last. The server closes those that stay idle, and they cannot be used. */
function openOne(idle: Connection[] | undefined): Connection | undefined {
  for (let connection = idle?.pop(); connection !== undefined; connection = idle?.pop()) {
    if (connection.isOpen()) return connection;
  }
  return undefined;
}
