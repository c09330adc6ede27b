import { open, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { ViewsResult } from '@copydesk/contract';
import { z } from 'zod';
import { dayMilliseconds, dayOf } from '../../../server/src/analytics/store/calendar.ts';
import { median, percentile } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import { randomNumbers } from '../support/random.ts';
import { openConnection } from './connection.ts';
import type { ViewsServer } from './server.ts';

const requestsPerRange = 200;

/** A kind of range. Each request uses a different range where there is one. */
export interface RangeKind {
  name: string;
  query: (random: () => number) => string;
}

/** Returns the kinds of ranges within the year that ends at `to`. */
export function rangeKinds(to: number): RangeKind[] {
  const end = Math.floor(to / dayMilliseconds) * dayMilliseconds;
  const odd = (random: () => number): string => {
    const from = end - Math.floor((30 + random() * 330) * 86_400) * 1000 + 1000;
    const until = from + Math.floor((1 + random() * ((end - from) / dayMilliseconds - 1)) * 86_400) * 1000;
    return `dateFrom=${new Date(from).toISOString()}&dateTo=${new Date(until).toISOString()}`;
  };
  const month = (random: () => number): string => {
    const from = end - (30 + Math.floor(random() * 330)) * dayMilliseconds;
    return days(from, from + 30 * dayMilliseconds);
  };
  return [
    { name: '30 days', query: month },
    { name: 'a year', query: () => days(end - 365 * dayMilliseconds, end) },
    { name: 'all time', query: () => '' },
    { name: 'odd edges, to the second', query: odd },
  ];
}

function days(from: number, until: number): string {
  return `dateFrom=${dayOf(from)}&dateTo=${dayOf(until)}`;
}

/** The milliseconds of each request of a kind. */
export interface RangeTimes {
  name: string;
  /** From the first byte of the request to the last of the response, as the server logs it. */
  server: number[];
  /** As the client sees it, over an open connection. */
  client: number[];
}

/** Requests page views one at a time, of random projects. */
export async function measureRanges(
  server: ViewsServer,
  projectIds: string[],
  kinds: RangeKind[],
  seed: number,
): Promise<RangeTimes[]> {
  const measured: RangeTimes[] = [];
  for (const kind of kinds) {
    const random = randomNumbers(seed);
    const from = await logLength(server.logFile);
    const client = await requestRanges(server, projectIds, kind, random);
    measured.push({ name: kind.name, server: await loggedTimes(server.logFile, from), client });
  }
  return measured;
}

async function requestRanges(server: ViewsServer, projectIds: string[], kind: RangeKind, random: () => number) {
  const connection = await openConnection(server.url);
  const times: number[] = [];
  for (let count = 0; count < requestsPerRange; count += 1) {
    const project = projectIds[Math.floor(random() * projectIds.length)] ?? '';
    const path = `/v1/analytics/${project}/views?${kind.query(random)}`;
    const request = `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${server.token}\r\n\r\n`;
    const start = performance.now();
    const { status, body } = await connection.send(request);
    times.push(performance.now() - start);
    if (status !== 200) throw new Error(`Page views were answered ${status}: ${body}`);
    ViewsResult.parse(JSON.parse(body));
  }
  connection.close();
  return times;
}

const LogLine = z.object({ path: z.string(), status: z.number(), ms: z.number() });

async function logLength(file: string): Promise<number> {
  return (await stat(file)).size;
}

/**
 * Returns the times that the server logged for these requests. The last line may be written a moment after its
 * response.
 */
async function loggedTimes(file: string, from: number): Promise<number[]> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const times = await readTimes(file, from);
    if (times.length >= requestsPerRange) return times;
    await setTimeout(100);
  }
  throw new Error(`The server logged fewer than ${requestsPerRange} requests in ${file}`);
}

async function readTimes(file: string, from: number): Promise<number[]> {
  const handle = await open(file);
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
  await handle.close();
  return buffer
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => LogLine.safeParse(JSON.parse(line)).data)
    .flatMap((line) => (line?.path.endsWith('/views') === true ? [line.ms] : []));
}

export function rangeRows({ name, server, client }: RangeTimes, size: string): Row[] {
  return [
    { name: `page views of ${name}, ${size}: median`, value: median(server), unit: 'ms', atMost: 15 },
    { name: '  95th percentile', value: percentile(server, 0.95), unit: 'ms', atMost: 40 },
    { name: '  as the client sees it: median', value: median(client), unit: 'ms' },
    { name: '  as the client sees it: 95th percentile', value: percentile(client, 0.95), unit: 'ms' },
  ];
}

/** Reports what ten times the events cost. */
export function ratioRows(few: RangeTimes[], many: RangeTimes[]): Row[] {
  return many.map(({ name, client }, place) => ({
    name: `ten times the events: ${name}`,
    // Computed from the client's times, since the server logs tenths of a millisecond.
    value: median(client) / median(few[place]?.client ?? []),
    unit: 'times the time',
    atMost: 1.5,
  }));
}
