import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInBenchFolder, thisMachine } from './support/bench-folder.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { formatRows, isMissed, median, percentile } from './support/figures.ts';
import type { Row } from './support/figures.ts';
import { generateSite } from './support/generate-site.ts';
import type { ProviderCall } from './models/models-provider.ts';
import { followTexts } from './models/follow.ts';
import { gapsOf, sendAgain } from './models/gaps.ts';
import { startProvider } from './models/provider.ts';
import type { Provider } from './models/provider.ts';
import { jobSteps } from './models/script.ts';
import { overheadOf, sentBy } from './models/sent.ts';
import { createJob, untilCompleted } from './reliability/api.ts';
import type { Place } from './reliability/api.ts';
import { startDesk } from './reliability/desk.ts';
import { measureTasks } from './tasks/measure.ts';
import { measureReplacement } from './tasks/replace-many.ts';

const help = `Measures what usual tasks take of a model, what its step costs besides it, and what is sent to it.
Ends with 1 when a goal is missed. See docs/performance.md.

  npm run bench:models -- [options]

  --jobs <n>  jobs of ${jobSteps} steps, for each of the measurements of steps (3); 0: only the tasks
  --help      this text`;

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(help);
else await runInBenchFolder((folder) => bench(folder, Number(values.jobs)));

async function bench(folder: string, jobs: number): Promise<void> {
  console.log(thisMachine());
  const site = await generateSite(folder, { pages: 100, bytesPerPage: 6_000, seed: 1 });
  await using provider = await startProvider();
  await using desk = await startDesk({
    dataDirectory: path.join(folder, 'data'),
    environment: {
      COPYDESK_MODEL: 'anthropic/claude-sonnet-4-6',
      ANTHROPIC_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: 'sk-ant-bench',
    },
  });
  const place = {
    url: desk.url,
    projectId: await desk.createProject('bench', site.repository),
    token: await desk.createKey(),
  };
  const tasks = await measureTasks(folder, desk, provider);
  tasks.push(...(await measureReplacement(folder, desk, provider)));
  const rows = jobs === 0 ? tasks : [...tasks, ...(await measureJobs(place, provider, jobs))];
  console.log(formatRows(rows));
  if (rows.some(isMissed)) process.exitCode = 1;
}

async function measureJobs(place: Place, provider: Provider, jobs: number): Promise<Row[]> {
  await work(place, provider);
  return [...(await measureSteps(place, provider, jobs)), ...(await measureFirstText(place, provider, jobs))];
}

/** Runs one job from its prompt to its pull request. Returns the calls of its steps, as the provider saw them. */
async function work(place: Place, provider: Provider): Promise<ProviderCall[]> {
  const before = provider.calls.length;
  const job = await createJob(place, 1);
  await untilCompleted(place, job.id);
  await provider.answered(before + jobSteps);
  return stepsOf(provider.calls.slice(before));
}

/**
 * Returns the first call of each step, since the name of the change is requested with the same conversation after the
 * last one.
 */
function stepsOf(calls: readonly ProviderCall[]): ProviderCall[] {
  const seen = new Set<number>();
  return calls.filter(({ step }) => step !== undefined && !seen.has(step) && seen.add(step));
}

/**
 * Measures the time between the end of an answer and the next request, minus the time that `fetch` alone takes for the
 * same bytes.
 */
async function measureSteps(place: Place, provider: Provider, jobs: number): Promise<Row[]> {
  const gaps: number[] = [];
  const bareGaps: number[] = [];
  let last: ProviderCall[] = [];
  for (let job = 0; job < jobs; job += 1) {
    last = await work(place, provider);
    gaps.push(...gapsOf(last));
    bareGaps.push(...gapsOf(await sendAgain(provider, last)));
  }
  const sent = sentBy(last.map(({ body }) => body));
  const overhead = overheadOf(last[0]?.body ?? '{}');
  return [
    { name: 'own overhead of a step, median', value: median(gaps) - median(bareGaps), unit: 'ms', atMost: 5 },
    { name: '  from an answer to the next request, median', value: median(gaps), unit: 'ms' },
    { name: '  the same, 95 of 100', value: percentile(gaps, 0.95), unit: 'ms' },
    { name: '  the same bytes by fetch alone, median', value: median(bareGaps), unit: 'ms' },
    {
      name: 'instructions and tools, before what the repository adds',
      value: encode(overhead).length,
      unit: 'tokens',
      atMost: 2_200,
    },
    { name: `sent over a job of ${jobSteps} steps`, value: sent.bytes / 1e3, unit: 'KB' },
    { name: '  of it what the request before began with', value: (100 * sent.repeated) / sent.bytes, unit: '%' },
    { name: '  the last request', value: sent.transcript / 1e3, unit: 'KB' },
    { name: '  sent beyond what caching covers', value: (sent.bytes - sent.repeated) / 1e3, unit: 'KB' },
    {
      name: '  for each byte of the last request',
      value: (sent.bytes - sent.repeated) / sent.transcript,
      unit: 'bytes',
      atMost: 2,
    },
  ];
}

/**
 * Measures the time from the provider's first word to a stream that listens, with a model that thinks before it speaks.
 */
async function measureFirstText(place: Place, provider: Provider, jobs: number): Promise<Row[]> {
  provider.think(50);
  const latencies: number[] = [];
  for (let count = 0; count < jobs; count += 1) {
    const before = provider.calls.length;
    const job = await createJob(place, 1);
    const arrivals = await followTexts(place, job.id);
    await provider.answered(before + jobSteps);
    for (const { step = 0, firstTextAt } of stepsOf(provider.calls.slice(before))) {
      const at = arrivals.get(step);
      if (at !== undefined) latencies.push(at - firstTextAt);
    }
  }
  provider.think(0);
  const sample = `${latencies.length} of ${jobs * jobSteps}`;
  return [
    { name: `first word to the event stream, median (${sample})`, value: median(latencies), unit: 'ms', atMost: 50 },
    { name: '  the same, 95 of 100', value: percentile(latencies, 0.95), unit: 'ms', atMost: 50 },
  ];
}
