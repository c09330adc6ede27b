import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { median, percentile } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import type { Load } from './load.ts';
import { openConnection, postHead } from './connection.ts';
import { readCpu } from './process-figures.ts';
import { origin } from './server.ts';
import type { ViewsServer } from './server.ts';

const rounds = 5;
const secondsPerRound = 3;
const connections = 512;

/**
 * Measures single events of browsers, compared with a handler that does nothing but parse them: the same client,
 * alternating.
 */
export async function measureBrowserEvents(server: ViewsServer, load: Load, projectId: string): Promise<Row[]> {
  const { url: bareUrl, end } = await startBareServer();
  const path = `/v1/collect/${projectId}`;
  const order = { path, origin, connections, seconds: secondsPerRound };
  const rate = async (url: string, seed: number): Promise<number> => {
    const { count, seconds } = await load.ask({ kind: 'singles', order: { ...order, url, seed } });
    return count / seconds;
  };
  const bare: number[] = [];
  const ours: number[] = [];
  await rate(server.url, 0);
  await rate(bareUrl, 0);
  const before = await readCpu(server.processId, server.databaseProcessId);
  for (let round = 1; round <= rounds; round += 1) {
    ours.push(await rate(server.url, round));
    bare.push(await rate(bareUrl, round));
  }
  const after = await readCpu(server.processId, server.databaseProcessId);
  const alone = await roundTrips(bareUrl, path);
  end();
  const measured = rounds * secondsPerRound;
  return [
    { name: 'single browser events, each durable when answered', value: median(ours), unit: 'requests/s' },
    { name: '  the same to a bare node:http handler that parses the JSON', value: median(bare), unit: 'requests/s' },
    { name: '  of the bare handler', value: (median(ours) / median(bare)) * 100, unit: '%', atLeast: 50 },
    { name: '  CPU of the server', value: (after.server - before.server) / measured, unit: 'cores' },
    { name: '  CPU of PostgreSQL', value: (after.database - before.database) / measured, unit: 'cores' },
    { name: 'for comparison: round trip to the bare handler, one at a time, median', value: median(alone), unit: 'ms' },
    { name: '  95th percentile', value: percentile(alone, 0.95), unit: 'ms' },
  ];
}

async function startBareServer(): Promise<{ url: string; end: () => void }> {
  const child = fork(fileURLToPath(new URL('./views-bare-server.ts', import.meta.url)));
  const [message]: unknown[] = await once(child, 'message');
  const { port } = z.object({ port: z.number() }).parse(message);
  return { url: `http://127.0.0.1:${port}`, end: () => child.disconnect() };
}

/** Returns the milliseconds of empty requests, one after another. */
async function roundTrips(url: string, path: string): Promise<number[]> {
  const connection = await openConnection(url);
  const request = `${postHead(url, path, {})}0\r\n\r\n`;
  const times: number[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const start = performance.now();
    await connection.send(request);
    times.push(performance.now() - start);
  }
  connection.close();
  return times;
}
