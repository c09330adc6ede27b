import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { Job } from '@copydesk/contract';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { formatRows, median, percentile } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { generateSite, pagePath } from './support/generate-site.ts';
import { measureGitFloor } from './support/git-floor.ts';
import { startServerUnderTest } from './support/server-under-test.ts';
import type { ServerUnderTest } from './support/server-under-test.ts';

const pages = 5_000;
const bytesPerPage = 6_000;
const warmJobs = 40;
const coldRepositories = 3;
const jobsAtOnce = 100;

// npm run bench:jobs
await runInBenchFolder(bench);

async function bench(folder: string): Promise<void> {
  console.log(thisMachine());
  const site = await generateSite(folder, { pages, bytesPerPage, seed: 1 });
  console.log(`site: ${site.pages} pages, ${(site.bytes / 1e6).toFixed(1)} MB\n`);
  const server = await startServerUnderTest(path.join(folder, 'data'));
  try {
    const rows = [
      ...(await benchCold(server, folder)),
      ...(await benchWarm(server, site.repository)),
      ...(await benchAtOnce(server, site.repository)),
      tokens(server),
      ...(await measureGitFloor(folder, site.repository)),
    ];
    console.log(formatRows(rows));
  } finally {
    await server.stop();
  }
}

/**
 * Measures the first job of a repository in a process that has not seen it. A project's repository is cloned when the
 * project is created, so the clone and the job are reported together.
 */
async function benchCold(server: ServerUnderTest, folder: string): Promise<Row[]> {
  const times: number[] = [];
  for (let seed = 0; seed < coldRepositories; seed += 1) {
    const site = await generateSite(path.join(folder, `cold-${seed}`), { pages, bytesPerPage, seed: 100 + seed });
    const start = performance.now();
    const projectId = await server.createProject(`cold ${seed}`, site.repository);
    await runJob(server, projectId, seed);
    times.push(performance.now() - start);
  }
  return [{ name: 'cold: clone and first job', value: median(times), unit: 'ms', atMost: 1_500 }];
}

async function benchWarm(server: ServerUnderTest, repository: string): Promise<Row[]> {
  const projectId = await server.createProject('warm', repository);
  for (let page = 0; page < 5; page += 1) await runJob(server, projectId, page);
  server.stages.length = 0;
  const times: number[] = [];
  for (let page = 100; page < 100 + warmJobs; page += 1) times.push(await runJob(server, projectId, page));
  const stageNames = ['prepare', 'agent', 'verify', 'deliver', 'settle'];
  const stages = stageNames.map((stage) => ({
    name: `  of it ${stage}`,
    value: median(server.stages.filter((entry) => entry.stage === stage).map((entry) => entry.milliseconds)),
    unit: 'ms',
    atMost: stage === 'agent' ? 60 : undefined,
  }));
  const rest = median(times) - stages.reduce((sum, stage) => sum + stage.value, 0);
  return [
    { name: 'warm: POST to completed, median', value: median(times), unit: 'ms', atMost: 200 },
    ...stages,
    { name: '  of it accept, claim, answer', value: rest, unit: 'ms' },
    { name: 'warm: POST to completed, 95th percentile', value: percentile(times, 0.95), unit: 'ms' },
  ];
}

async function benchAtOnce(server: ServerUnderTest, repository: string): Promise<Row[]> {
  const projectId = await server.createProject('at once', repository);
  const start = performance.now();
  await Promise.all(Array.from({ length: jobsAtOnce }, (_, page) => runJob(server, projectId, 1_000 + page)));
  const seconds = (performance.now() - start) / 1000;
  return [
    { name: `${jobsAtOnce} at once: all completed after`, value: seconds, unit: 's' },
    {
      name: `${jobsAtOnce} at once: peak resident memory`,
      value: await server.peakMegabytes(),
      unit: 'MB',
      atMost: 700,
    },
  ];
}

function tokens(server: ServerUnderTest): Row {
  const overhead = server.overhead();
  const count = overhead === undefined ? Number.NaN : encode(`${overhead.instructions}\n${overhead.tools}`).length;
  return { name: 'instructions and tool schemas (o200k)', value: count, unit: 'tokens', atMost: 2_200 };
}

/** Runs one job from the POST until the event stream reports its end. Returns the milliseconds. */
async function runJob(server: ServerUnderTest, projectId: string, page: number): Promise<number> {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const start = performance.now();
  const created = await fetch(`${server.url}/v2/agent/${projectId}/job`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: `Move the marker in ${pagePath(page)}` }),
  });
  if (created.status !== 201) throw new Error(`The job was not accepted: ${await created.text()}`);
  const location = new URL(created.headers.get('location') ?? '', server.url).href;
  const stream = await fetch(`${location}/events`, { headers: { ...headers, accept: 'text/event-stream' } });
  await stream.text();
  const milliseconds = performance.now() - start;
  const job = Job.parse(await (await fetch(location, { headers })).json());
  if (job.status !== 'completed' || job.prLink === null) throw new Error(`The job ended badly: ${JSON.stringify(job)}`);
  return milliseconds;
}
