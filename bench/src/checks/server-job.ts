import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Job } from '@copydesk/contract';
import { percentile, type Row } from '../support/figures.ts';
import { startServerUnderTest, type ServerUnderTest } from '../support/server-under-test.ts';
import type { GeneratedDocs } from './generate-docs.ts';

/** The pause between requests of a running job. */
const askEveryMilliseconds = 20;

/**
 * Measures the first job on a site in a server as it is shipped, which checks all pages, while a client keeps
 * requesting the job; and the first job of a second server on the same data folder.
 */
export async function measureServerJob(docs: GeneratedDocs, directory: string): Promise<Row[]> {
  const data = path.join(directory, 'data');
  const pages = docs.pages.toLocaleString('en');
  const first = await runInServer(data, async (server) => {
    const project = await server.createProject('Bench', docs.repository);
    const job = await watchJob(server, project, `Check all pages, then move the marker in ${docs.kind.pagePath(1)}`);
    return { project, ...job, peak: await server.peakMegabytes() };
  });
  const second = await runInServer(data, (server) =>
    watchJob(server, first.project, `Check all pages, then move the marker in ${docs.kind.pagePath(2)}`),
  );
  return [
    { name: `server, ${docs.kind.name}, ${pages} pages: first job`, value: first.seconds, unit: 's' },
    { name: '  GET of the job meanwhile, median', value: percentile(first.answers, 0.5), unit: 'ms' },
    { name: '  99th percentile', value: percentile(first.answers, 0.99), unit: 'ms', atMost: 100 },
    { name: '  longest', value: Math.max(...first.answers), unit: 'ms' },
    { name: '  times the lease was lost', value: first.leasesLost, unit: '', atMost: 0 },
    { name: '  peak memory of the server', value: first.peak, unit: 'MB', atMost: 900 },
    { name: '  a second server: until its first job is at work', value: second.untilAgent, unit: 's', atMost: 3 },
    { name: '  a second server: its first job, all pages checked', value: second.seconds, unit: 's' },
  ];
}

async function runInServer<T>(data: string, work: (server: ServerUnderTest) => Promise<T>): Promise<T> {
  const server = await startServerUnderTest(data);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs one job, and keeps requesting it until it has ended. */
async function watchJob(server: ServerUnderTest, project: string, prompt: string) {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const stages = server.stages.length;
  const start = performance.now();
  const body = JSON.stringify({ prompt });
  const created = await fetch(`${server.url}/v2/agent/${project}/job`, { method: 'POST', headers, body });
  if (created.status !== 201) throw new Error(`The job was not accepted: ${await created.text()}`);
  const location = new URL(created.headers.get('location') ?? '', server.url).href;
  const answers: number[] = [];
  let untilAgent = Number.NaN;
  for (;;) {
    const asked = performance.now();
    const job = Job.parse(await (await fetch(location, { headers })).json());
    answers.push(performance.now() - asked);
    if (server.stages.length > stages && Number.isNaN(untilAgent)) untilAgent = (performance.now() - start) / 1_000;
    if (job.status === 'completed') break;
    if (job.status !== 'active') throw new Error(`The job ended badly: ${JSON.stringify(job)}`);
    await setTimeout(askEveryMilliseconds);
  }
  const begun = server.stages.slice(stages).filter(({ stage }) => stage === 'prepare').length;
  return { seconds: (performance.now() - start) / 1_000, answers, untilAgent, leasesLost: begun - 1 };
}
