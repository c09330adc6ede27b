import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { median } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import { peakMegabytes } from '../views/process-figures.ts';
import { askForJob, createJob, hasActiveJobs } from './api.ts';
import type { Place } from './api.ts';
import { startDesk } from './desk.ts';
import { countDescendants } from './git-processes.ts';
import { runInLanes } from './lanes.ts';

const jobs = 1_000;
/** How long the slow model has not answered when the memory is measured. */
const waitSeconds = 60;

/** Measures a thousand jobs in one process whose model is slow: all of them wait, and then continue at once. */
export async function measureThousand(dataDirectory: string, repository: string): Promise<Row[]> {
  const limits = { COPYDESK_WORKER_CONCURRENCY: String(jobs), COPYDESK_PROJECT_CONCURRENCY: String(jobs) };
  await using desk = await startDesk({ dataDirectory, environment: limits });
  const token = await desk.createKey();
  const place = { url: desk.url, token, projectId: await desk.createProject('thousand', repository) };
  // The first job opens the clone.
  const { id } = await createJob(place, 0);
  await desk.calledTimes(1);
  const watch = startWatch(desk.processId, place, id);

  const start = performance.now();
  await runInLanes(32, jobs - 1, (index) => createJob(place, index + 1));
  const acceptedAfter = performance.now() - start;
  await desk.calledTimes(jobs);
  const calledAfter = performance.now() - start;
  await setTimeout(waitSeconds * 1000);
  const waiting = await peakMegabytes(desk.processId);

  const answered = performance.now();
  desk.answer();
  await untilNoneIsActive(place);
  const completedAfter = performance.now() - answered;
  const seen = await watch.end();
  const pages = new Set(desk.calls.filter((call) => call.answered === 0).map((call) => call.page));
  const calledTwice = desk.calls.filter((call) => call.answered === 0).length - pages.size;
  return [
    { name: `${jobs} jobs on a slow model: peak memory of the process`, value: waiting, unit: 'MB', atMost: 1_000 },
    { name: '  when all of them went on', value: await peakMegabytes(desk.processId), unit: 'MB', atMost: 1_000 },
    { name: '  accepted after', value: acceptedAfter / 1000, unit: 's' },
    { name: '  all have called their model after', value: calledAfter / 1000, unit: 's' },
    { name: '  all completed, from the answer of the model', value: completedAfter / 1000, unit: 's' },
    { name: '  model calls paid twice', value: calledTwice, unit: 'calls', atMost: 0 },
    { name: '  processes of git at once, at most', value: seen.gitProcesses, unit: 'processes', atMost: 45 },
    { name: '  GETs of a job refused meanwhile', value: seen.refused.length, unit: `of ${seen.reads.length}` },
    { name: '  GET of a job meanwhile, median', value: median(seen.reads), unit: 'ms' },
    { name: '  GET of a job meanwhile, slowest', value: Math.max(...seen.reads), unit: 'ms' },
  ];
}

async function untilNoneIsActive(place: Place): Promise<void> {
  while (await hasActiveJobs(place)) await setTimeout(500);
}

/** Requests a job repeatedly, and counts the processes that the server has started. */
function startWatch(processId: number, place: Place, jobId: string) {
  const reads: number[] = [];
  const refused: number[] = [];
  const over = new AbortController();
  let gitProcesses = 0;
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const sentAt = performance.now();
      const answer = await askForJob(place, jobId);
      await answer.text();
      if (answer.status === 200) reads.push(performance.now() - sentAt);
      else refused.push(answer.status);
      await setTimeout(100);
    }
  };
  const count = async (): Promise<void> => {
    while (!over.signal.aborted) {
      gitProcesses = Math.max(gitProcesses, await countDescendants(processId, 'git'));
      await setTimeout(50);
    }
  };
  const watching = Promise.all([read(), count()]);
  return {
    async end() {
      over.abort();
      await watching;
      return { reads, refused, gitProcesses };
    },
  };
}
