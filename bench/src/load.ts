import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { formatRows, median, percentile } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import type { Flooded, FloodOrder } from './load/flood.ts';
import type { SlowBodiesOrder } from './load/load-slow-bodies.ts';
import { newJob } from './load/new-job.ts';
import { startProbe } from './load/probe.ts';
import type { Probed } from './load/probe.ts';
import { peakOf } from './views/process-figures.ts';
import { startViewsServer } from './views/server.ts';
import type { ViewsServer } from './views/server.ts';

/** How many times more is sent than can be stored. */
const times = 10;
const eventsPerBatch = 100;
const slowBodies = 500;

// npm run bench:load -- --seconds 120
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
await runInBenchFolder((folder) => bench(folder, Number(values.seconds)));

/**
 * Measures how long job requests wait while other clients send forms that never end and more views than can be stored.
 */
async function bench(directory: string, seconds: number): Promise<void> {
  console.log(thisMachine());
  await using server = await startViewsServer(directory);
  const { id: projectId, number } = await server.createProject('Docs');
  const batches = { url: server.url, token: server.token, projectId, eventsPerBatch };
  progress('collecting as much as can be stored');
  const alone = await send({ ...batches, connections: 16, batchesPerSecond: null, seconds: 10 });
  const sustained = alone.accepted / alone.seconds;

  const probe = startProbe(server.url, await newJob(server, projectId), server.token);
  progress('asking for a job, with nothing else to do');
  await setTimeout(5_000);
  const begin = performance.now();
  progress(`for ${seconds} s: ${slowBodies} bodies that do not come, and ${times} times as many views`);
  const slow = beginSlowBodies(server.url);
  const batchesPerSecond = (times * sustained) / eventsPerBatch;
  const order = { ...batches, connections: 2_000, batchesPerSecond, seconds };
  const { result: flooded, megabytes } = await peakOf(server.processId, async () => await send(order));
  const begun = await slow.stop();
  const end = performance.now();
  progress('asking on');
  await setTimeout(15_000);
  await probe.stop();

  const before = probe.probed.filter(({ at }) => at < begin);
  const during = probe.probed.filter(({ at }) => at >= begin && at < end);
  const kept = await storedViews(server, number);
  const rows: Row[] = [
    { name: 'views that can be stored, in batches of 100', value: sustained, unit: 'events/s' },
    {
      name: `views that were sent for ${seconds} s`,
      value: (flooded.batches * eventsPerBatch) / flooded.seconds,
      unit: 'events/s',
    },
    { name: '  accepted', value: flooded.accepted / flooded.seconds, unit: 'events/s' },
    { name: '  batches refused with 429 or 503', value: share(flooded, ['429', '503']) * 100, unit: '%' },
    { name: '  batches with another answer than those and 202', value: others(flooded), unit: 'batches', atMost: 0 },
    {
      name: '  accepted and not kept, or kept and not accepted',
      value: Math.abs(alone.accepted + flooded.accepted - kept),
      unit: 'events',
      atMost: 0,
    },
    { name: 'forms that were begun and not sent', value: begun, unit: 'requests' },
    ...timesOf('GET of a job before', before),
    ...timesOf('GET of a job meanwhile', during, 250),
    { name: 'until it is as before', value: secondsUntilNormal(probe.probed, before, end), unit: 's', atMost: 10 },
    { name: 'peak resident memory of the server', value: megabytes, unit: 'MB', atMost: 1_000 },
  ];
  console.log(formatRows(rows));
}

/** In reality clients have their own processors. Here they share this machine's, at a lower priority. */
function forkClients(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program));
  if (child.pid !== undefined) setPriority(child.pid, 10);
  return child;
}

function beginSlowBodies(url: string): { stop: () => Promise<number> } {
  const child = forkClients(new URL('./load/load-slow-bodies.ts', import.meta.url));
  const order: SlowBodiesOrder = { url, count: slowBodies };
  child.send(order);
  return {
    async stop() {
      const answered = once(child, 'message');
      child.send('stop');
      const [begun]: number[] = await answered;
      child.disconnect();
      return begun ?? Number.NaN;
    },
  };
}

async function send(order: FloodOrder): Promise<Flooded> {
  const child = forkClients(new URL('./load-flood.ts', import.meta.url));
  const answered = once(child, 'message');
  child.send(order);
  const [flooded]: Flooded[] = await answered;
  child.disconnect();
  if (flooded === undefined) throw new Error('The process that sends views answered nothing');
  return flooded;
}

async function storedViews({ db }: ViewsServer, projectNumber: number): Promise<number> {
  const { count } = await db
    .selectFrom('view')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectNumber)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function share({ answers, batches }: Flooded, wanted: string[]): number {
  return wanted.reduce((sum, answer) => sum + (answers[answer] ?? 0), 0) / batches;
}

function others(flooded: Flooded): number {
  const rest = Object.keys(flooded.answers).filter((answer) => !['202', '429', '503'].includes(answer));
  return rest.reduce((sum, answer) => sum + (flooded.answers[answer] ?? 0), 0);
}

function timesOf(name: string, probed: Probed[], atMost?: number): Row[] {
  const waited = probed.map(({ milliseconds }) => milliseconds);
  return [
    { name: `${name}: median of ${probed.length.toLocaleString('en')}`, value: median(waited), unit: 'ms' },
    { name: '  99th percentile', value: percentile(waited, 0.99), unit: 'ms', atMost },
    { name: '  the longest', value: Math.max(...waited), unit: 'ms' },
    {
      name: '  not answered with 200',
      value: probed.filter(({ status }) => status !== 200).length,
      unit: '',
      atMost: 0,
    },
  ];
}

/**
 * Returns the seconds until the last request that failed or took longer than usual. Usual is twice the 99th percentile
 * of before, and at least 50 ms.
 */
function secondsUntilNormal(probed: Probed[], before: Probed[], end: number): number {
  const usual = Math.max(
    50,
    2 *
      percentile(
        before.map(({ milliseconds }) => milliseconds),
        0.99,
      ),
  );
  const late = probed.filter(({ at, milliseconds, status }) => at >= end && (status !== 200 || milliseconds > usual));
  const last = late.at(-1);
  return last === undefined ? 0 : (last.at + last.milliseconds - end) / 1_000;
}

function progress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
