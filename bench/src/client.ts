import { once } from 'node:events';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openClient } from '@copydesk/client';
import { z } from 'zod';
import { formatRows, isMissed, median, percentile, type Row } from './support/figures.ts';

const help = `Measures what the typed client adds to a request: reading and creating jobs by it and by bare fetch, in turns, at a server
that answers at once. Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:client -- [options]

  --requests <number>  of each kind (5000)
  --help               this text`;

const goalMilliseconds = 0.2;

const job = JSON.stringify({ id: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k', status: 'active', prLink: null, error: null });
const key = 'desk_of-nobody';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '5000' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(help);
else await bench(Number(values.requests));

async function bench(requests: number): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(job));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const url = `http://127.0.0.1:${port}`;
  try {
    console.log(`${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`);
    const rows = await measure(url, requests);
    console.log(formatRows(rows));
    if (rows.some(isMissed)) process.exitCode = 1;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function measure(url: string, requests: number): Promise<Row[]> {
  const desk = openClient({ url, key });
  const authorization = `Bearer ${key}`;
  const body = JSON.stringify({ prompt: 'Fix broken links' });
  const readBare = async (): Promise<unknown> =>
    (await fetch(`${url}/v2/agent/prj_1/job/job_1`, { headers: { authorization } })).json();
  const createBare = async (): Promise<unknown> => {
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(`${url}/v2/agent/prj_1/job`, { method: 'POST', headers, body })).json();
  };
  return [
    ...(await compare('reading a job', requests, readBare, () => desk.readJob('prj_1', 'job_1'))),
    ...(await compare('creating a job', requests, createBare, () =>
      desk.createJob('prj_1', { prompt: 'Fix broken links' }),
    )),
  ];
}

/** Alternates between both, so that they meet the same noise. A tenth more of each runs before, unmeasured. */
async function compare(
  name: string,
  requests: number,
  bare: () => Promise<unknown>,
  byClient: () => Promise<unknown>,
): Promise<Row[]> {
  const times = { bare: [] as number[], byClient: [] as number[] };
  for (let round = -requests / 10; round < requests; round += 1) {
    const first = await timeOf(bare);
    const second = await timeOf(byClient);
    if (round < 0) continue;
    times.bare.push(first);
    times.byClient.push(second);
  }
  const added = median(times.byClient) - median(times.bare);
  return [
    { name: `${name}, bare fetch, median`, value: median(times.bare), unit: 'ms' },
    { name: `${name}, the client, median`, value: median(times.byClient), unit: 'ms' },
    { name: `${name}, the client, 99 of 100`, value: percentile(times.byClient, 0.99), unit: 'ms' },
    { name: `${name}, added`, value: added, unit: 'ms', atMost: goalMilliseconds },
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
