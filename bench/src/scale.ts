import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { thisMachine } from './support/bench-folder.ts';
import { sql } from 'kysely';
import { dayMilliseconds, dayOf } from '../../server/src/analytics/store/calendar.ts';
import { formatRows, median, percentile } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { newJob } from './load/new-job.ts';
import { startProbe } from './load/probe.ts';
import { sendPaced } from './scale/paced.ts';
import type { Pace, Paced } from './scale/paced.ts';
import { backfill, backfillDays, eventsPerBatch, singleViews } from './scale/requests.ts';
import { readWal } from './scale/wal.ts';
import { collect } from './views/collection.ts';
import type { EventPlan } from './views/events.ts';
import { startLoad } from './views/load.ts';
import { peakMegabytes } from './views/process-figures.ts';
import { serve, startViewsServer } from './views/server.ts';
import type { Served, ViewsServer } from './views/server.ts';

/** By default, 50,000 new paths a day are accepted. */
const newPathsADay = 40_000;
const singlesPerSecond = 300;
const backfillPerSecond = 2_000;

// npm run bench:scale -- --paths 100000 --seconds 60
const { values } = parseArgs({
  options: {
    paths: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '150' },
    keep: { type: 'string' },
  },
});
const [paths, seconds] = [Number(values.paths), Number(values.seconds)];
const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'copydesk-bench-')));
await mkdir(folder, { recursive: true });
// PostgreSQL runs as another user than root, and must reach its files.
await chmod(folder, 0o711);
try {
  await bench();
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

/**
 * Measures folding and reading for one project with a million paths, each read once in the weeks before and once today.
 */
async function bench(): Promise<void> {
  console.log(thisMachine());
  console.log(`${formatCount(paths)} paths in one project; ${seconds} s of each load.\n`);
  const project = await fill();
  const rows: Row[] = [];
  for (const processes of [1, 4]) rows.push(...(await measure(project, processes)));
  console.log(formatRows(rows));
}

interface Project {
  id: string;
  number: number;
  job: string;
}

async function fill(): Promise<Project> {
  await using server = await startViewsServer(folder);
  await using load = startLoad();
  const project = await server.createProject('Docs');
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  const days = Math.ceil(paths / newPathsADay);
  const plan: EventPlan = {
    seed: 1,
    projects: 1,
    pagesPerProject: paths,
    events: paths,
    from: today - days * dayMilliseconds,
    to: today - 1,
    order: 'time',
    pages: 'each once',
  };
  const collecting = { server, load, folder, progress };
  await collect(collecting, plan, [project.id]);
  await collect(collecting, { ...plan, seed: 2, from: today, to: Date.now() - 1_000 }, [project.id]);
  await untilFolded(server);
  return { ...project, job: await newJob(server, project.id) };
}

async function untilFolded({ db }: ViewsServer): Promise<void> {
  for (let second = 0; second < 300; second += 1) {
    const { rows } = await sql<{
      views: number;
    }>`select coalesce(sum(views), 0)::int8 as views from view_journal`.execute(db);
    if (Number(rows[0]?.views) < 1_000) return;
    await setTimeout(1_000);
  }
}

async function measure(project: Project, processes: number): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startViewsServer(folder));
  const served: Served[] = [server];
  while (served.length < processes) served.push(stack.use(await serve(folder, `server-${served.length}.log`)));
  const urls = served.map(({ url }) => url);
  const name = processes === 1 ? 'one process' : `${processes} processes`;
  const collectPath = `/v1/collect/${project.id}`;
  const singles: Pace = {
    urls,
    seconds,
    requestsPerSecond: singlesPerSecond,
    next: singleViews(collectPath, paths),
  };
  const batches: Pace = {
    urls,
    seconds,
    requestsPerSecond: backfillPerSecond / eventsPerBatch,
    next: backfill(collectPath, server.token, { seed: 10 + processes, pagesPerProject: paths }),
  };
  const walGoal = processes === 1 ? 2_000 : 3_000;
  const rows = [
    ...(await measureViews(server, project, `${name}, before`)),
    ...(await measureLoad(server, project, {
      name: `${name}, ${singlesPerSecond} single views/s`,
      pace: singles,
      walGoal,
    })),
    ...(await measureViews(server, project, `${name}, after them`)),
    ...(await measureLoad(server, project, {
      name: `${name}, ${backfillPerSecond} views/s of ${backfillDays} days`,
      pace: batches,
    })),
  ];
  for (const [place, { processId }] of served.entries()) {
    const megabytes = await peakMegabytes(processId);
    rows.push({ name: `${name}: peak memory of process ${place + 1}`, value: megabytes, unit: 'MB', atMost: 500 });
  }
  rows.push(...(await measureRows(server, project)));
  return rows;
}

interface MeasuredLoad {
  name: string;
  pace: Pace;
  walGoal?: number;
}

async function measureLoad(
  server: ViewsServer,
  { job }: Project,
  { name, pace, walGoal }: MeasuredLoad,
): Promise<Row[]> {
  progress(name);
  const probe = startProbe(server.url, job, server.token);
  // Loading and compiling for the first requests is not measured.
  await sendPaced({ ...pace, seconds: 3 });
  await vacuum(server);
  const begin = performance.now();
  const before = await readWal(server.db);
  const paced = await sendPaced(pace);
  await probe.stop();
  await vacuum(server);
  const after = await readWal(server.db);
  const waited = probe.probed.filter(({ at }) => at >= begin).map(({ milliseconds }) => milliseconds);
  const views = paced.times.length * (walGoal === undefined ? eventsPerBatch : 1);
  return [
    ...collectRows(name, paced),
    { name: '  GET of a job meanwhile: 99th percentile', value: percentile(waited, 0.99), unit: 'ms', atMost: 25 },
    { name: '  GET of a job meanwhile: the longest', value: Math.max(...waited), unit: 'ms' },
    {
      name: '  WAL per view, with its vacuum',
      value: (after.bytes - before.bytes) / views,
      unit: 'bytes',
      atMost: walGoal,
    },
    {
      name: '  of it whole pages after checkpoints',
      value: (after.wholePages - before.wholePages) / views,
      unit: 'bytes',
    },
  ];
}

/**
 * Does what autovacuum would do at some time later. It writes to the log too, so that a load is measured with its own
 * part of that, and without the part of the views before it: those that fill the project are many times as many.
 */
async function vacuum({ db }: ViewsServer): Promise<void> {
  await sql`vacuum`.execute(db);
}

function collectRows(name: string, { times, refused }: Paced): Row[] {
  return [
    { name: `${name}: collect, median`, value: median(times), unit: 'ms' },
    { name: '  99th percentile', value: percentile(times, 0.99), unit: 'ms', atMost: 100 },
    { name: '  the longest', value: Math.max(...times), unit: 'ms' },
    { name: '  not answered with 202', value: refused, unit: 'requests', atMost: 0 },
  ];
}

async function measureViews(server: ViewsServer, { id }: Project, name: string): Promise<Row[]> {
  const month = `${dayOf(Date.now()).slice(0, 7)}-01`;
  const { rows } = await sql<{
    views: number;
  }>`select coalesce(sum(views), 0)::int8 as views from view_journal`.execute(server.db);
  const times: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const start = performance.now();
    const response = await fetch(`${server.url}/v1/analytics/${id}/views?dateFrom=${month}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    await response.arrayBuffer();
    times.push(performance.now() - start);
  }
  return [
    { name: `${name}: views of the month, median of ${times.length}`, value: median(times), unit: 'ms', atMost: 150 },
    { name: '  the longest', value: Math.max(...times), unit: 'ms' },
    { name: '  views in the journal', value: Number(rows[0]?.views), unit: 'views' },
  ];
}

async function measureRows({ db }: ViewsServer, { number }: Project): Promise<Row[]> {
  const { rows } = await sql<{ level: string; largest: number; rows: number; sum: number }>`
    select level, max(bytes)::int8 as largest, count(*)::int as rows, sum(bytes)::int8 as sum from (
      select level, octet_length(pages) + octet_length(hours) + octet_length(kinds) + octet_length(site)
        + octet_length(missing) + octet_length(referrers) + octet_length(surfaces) as bytes
      from view_rollup where project_id = ${number} and start = any(array[
        ${dayOf(Date.now())}::date, date_trunc('month', ${dayOf(Date.now())}::date)::date
      ])
    ) as stored group by level
  `.execute(db);
  return rows.flatMap(({ level, largest, rows: count, sum }) => [
    { name: `packed rows of the present ${level}: ${count}, together`, value: sum / 1e6, unit: 'MB' },
    { name: '  the largest', value: largest / 1e6, unit: 'MB', atMost: 1 },
  ]);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function progress(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
