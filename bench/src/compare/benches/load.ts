import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProbe } from '../../load/probe.ts';
import type { Probed } from '../../load/probe.ts';
import { generateSite, pagePath } from '../../support/generate-site.ts';
import { generateBatches } from '../../views/events.ts';
import { peakMegabytes } from '../../views/process-figures.ts';
import { peakMemory, processorTime, slowest, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { copyFor, openDesks } from '../states/desk.ts';
import type { ProjectPlace } from '../states/desk.ts';
import { runJob } from '../states/run-job.ts';
import { timeSendingViews } from '../states/send-views.ts';
import { createProject } from '../states/serve.ts';
import { defineBench } from './bench.ts';

const site = { pages: 1_000, bytesPerPage: 6_000, seed: 5 };
const rounds = 3;
const jobsPerRound = 8;
const jobsAtOnce = 2;
const eventsPerBatch = 100;
const batchesPerRound = 130;
const senders = 2;
const day = 86_400_000;

export const load = defineBench({
  summary: `collecting, reading page views and jobs, and ${jobsPerRound} jobs, all at the same time`,
  figures: {
    getJob: slowest('GET of a job, 99th percentile', 'p99'),
    getViews: slowest('GET of page views, 99th percentile', 'p99'),
    collect: slowest(`collecting a batch of ${eventsPerBatch}, 99th percentile`, 'p99'),
    job: { ...time('a job, median'), least: 0.1 },
    all: { ...time('all of it', 's'), least: 0.1 },
    processor: processorTime('processor time of all of it', 's'),
    peak: peakMemory('peak memory of the server'),
  },
  async measure({ folder, lanes, model, progress }, recorder) {
    progress('generating a site');
    const { repository } = await generateSite(path.join(folder, 'site'), site);
    const bodies = bodiesOfViews();
    await using stack = new AsyncDisposableStack();
    const desks = await eachLane(await openDesks({ lanes, model, progress }, stack), async (desk) => {
      const projectId = await createProject(desk.server, 'Docs', await copyFor(desk, repository));
      const page = 0;
      const { id } = await runJob({ ...desk, projectId }, model, { path: pagePath(page), page });
      return { ...desk, projectId, jobId: id, page: 1 };
    });

    progress('doing everything at once');
    await inTurns(desks, rounds, recorder, async (desk, round) => {
      const jobTimes: number[] = [];
      const runJobs = async (): Promise<void> => {
        while (jobTimes.length < jobsPerRound) {
          const { page } = desk;
          desk.page += 1;
          const { all } = await runJob(desk, model, { path: pagePath(page), page });
          jobTimes.push(all);
        }
      };
      const batches = bodies.slice(round * batchesPerRound, (round + 1) * batchesPerRound).values();
      const { result, processorSeconds } = await withProcessorTime(desk.server.processId, async () => {
        const begun = performance.now();
        const probes = [`/v2/agent/${desk.projectId}/job/${desk.jobId}`, `/v1/analytics/${desk.projectId}/views`].map(
          (address) => startProbe(desk.url, address, desk.token),
        );
        const collecting = Promise.all(Array.from({ length: senders }, () => sendPaced(desk, batches)));
        await Promise.all(Array.from({ length: jobsAtOnce }, runJobs));
        const collected = await collecting;
        for (const probe of probes) await probe.stop();
        const seconds = (performance.now() - begun) / 1_000;
        return { collected: collected.flat(), probed: probes.map((probe) => timesOf(probe.probed)), seconds };
      });
      const [getJob = [], getViews = []] = result.probed;
      return {
        getJob,
        getViews,
        collect: result.collected,
        job: jobTimes,
        all: [result.seconds],
        processor: [processorSeconds],
      };
    });
    await inTurns(desks, 1, recorder, async ({ server }) => ({ peak: [await peakMegabytes(server.processId)] }));
  },
});

/** A pause after each batch, so that the server is busy and not overloaded. */
const pauseMilliseconds = 5;

/** Returns the milliseconds of each batch. */
async function sendPaced(place: ProjectPlace, batches: Iterable<Buffer>): Promise<number[]> {
  const times: number[] = [];
  for (const body of batches) {
    const seconds = await timeSendingViews(place, { bodies: [body], events: eventsPerBatch, connections: 1 });
    times.push(seconds * 1_000);
    await setTimeout(pauseMilliseconds);
  }
  return times;
}

function timesOf(probed: readonly Probed[]): number[] {
  const failed = probed.find(({ status }) => status !== 200);
  if (failed !== undefined) throw new Error(`A request was answered ${failed.status}`);
  return probed.map(({ milliseconds }) => milliseconds);
}

function bodiesOfViews(): Buffer[] {
  const to = Date.now() - 3_600_000;
  const events = rounds * batchesPerRound * eventsPerBatch;
  const plan = { seed: 6, projects: 1, pagesPerProject: 2_000, events, from: to - 30 * day, to };
  return Array.from(generateBatches({ ...plan, order: 'time', pages: 'zipf' }, eventsPerBatch), ({ body }) =>
    Buffer.from(body),
  );
}
