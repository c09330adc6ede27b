import { performance } from 'node:perf_hooks';
import { randomNumbers } from '../support/random.ts';
import { openConnection, postHead } from './connection.ts';
import { pagePath } from './events.ts';
import { timeOrderedId } from './ids.ts';
import { people } from './readers.ts';

/** Requests of one event each, as browsers send them. */
export interface SinglesOrder {
  url: string;
  path: string;
  origin: string;
  connections: number;
  seconds: number;
  seed: number;
}

/**
 * Sends for the given seconds. Each connection sends the next request when the previous one is answered. Returns the
 * number of requests.
 */
export async function sendSingles(order: SinglesOrder): Promise<number> {
  const random = randomNumbers(order.seed);
  const heads = people(200).map(({ userAgent, headers }) =>
    postHead(order.url, order.path, {
      ...headers,
      'user-agent': userAgent,
      origin: order.origin,
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'cross-site',
      accept: '*/*',
      'content-type': 'text/plain;charset=UTF-8',
    }),
  );
  const next = (): string => {
    const page = pagePath(Math.floor(random() * 10_000));
    const body = `{"id":"${timeOrderedId(Date.now(), random)}","url":"${order.origin}${page}","referrer":""}`;
    return `${heads[Math.floor(random() * heads.length)] ?? ''}${body.length}\r\n\r\n${body}`;
  };
  const end = performance.now() + order.seconds * 1000;
  const counts = await Promise.all(Array.from({ length: order.connections }, () => sendUntil(end, order.url, next)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sendUntil(end: number, url: string, next: () => string): Promise<number> {
  const connection = await openConnection(url);
  let count = 0;
  while (performance.now() < end) {
    const { status, body } = await connection.send(next());
    if (status !== 202) throw new Error(`An event was answered ${status}: ${body}`);
    count += 1;
  }
  connection.close();
  return count;
}
