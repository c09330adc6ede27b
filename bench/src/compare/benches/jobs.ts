import path from 'node:path';
import { generateSite, pagePath } from '../../support/generate-site.ts';
import { peakMegabytes } from '../../views/process-figures.ts';
import { peakMemory, processorTime, slowest, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { copyFor, openDesks } from '../states/desk.ts';
import { runJob } from '../states/run-job.ts';
import type { JobTimes } from '../states/run-job.ts';
import { createProject } from '../states/serve.ts';
import { defineBench } from './bench.ts';

const site = { pages: 5_000, bytesPerPage: 6_000 };
const coldRounds = 3;
const warmRounds = 8;
const jobsPerRound = 5;
const atOnce = 100;

export const jobs = defineBench({
  summary: `a site of ${site.pages} pages of 6 KB: first job, jobs one after another, ${atOnce} at once`,
  figures: {
    cold: { ...time('cold: create the project, clone, first job'), least: 0.1 },
    coldProcessor: { ...processorTime('  processor time of the server', 's'), least: 0.1 },
    warm: time('warm: POST to completed, median'),
    untilModel: time('  accept, claim, prepare'),
    agent: time('  agent'),
    deliver: time('  check, commit, push, pull request'),
    warm95: slowest('  95th percentile', 'p95'),
    warmProcessor: processorTime('  processor time', 's/job'),
    atOnce: { ...time(`${atOnce} at once: all completed`, 's'), least: 0.1 },
    atOnceProcessor: processorTime('  processor time', 's/job'),
    peak: peakMemory('  peak memory of the server'),
  },
  async measure({ folder, model, lanes, progress }, recorder) {
    progress('generating sites');
    const generate = async (name: string, seed: number): Promise<string> =>
      (await generateSite(path.join(folder, name), { ...site, seed })).repository;
    const warmSite = await generate('warm', 1);
    const coldSites: string[] = [];
    while (coldSites.length < coldRounds) {
      coldSites.push(await generate(`cold-${coldSites.length}`, 100 + coldSites.length));
    }

    await using stack = new AsyncDisposableStack();
    const desks = await eachLane(await openDesks({ lanes, model, progress }, stack), async (desk) => {
      const warmId = await createProject(desk.server, 'warm', await copyFor(desk, warmSite));
      return { ...desk, warmId, page: 0 };
    });
    const run = async (desk: (typeof desks)[number], projectId: string): Promise<JobTimes> => {
      const { page } = desk;
      desk.page = (page + 1) % site.pages;
      return await runJob({ ...desk, projectId }, model, { path: pagePath(page), page });
    };

    progress('cold jobs');
    await inTurns(desks, coldRounds, recorder, async (desk, round) => {
      const repository = await copyFor(desk, coldSites[round] ?? '');
      const begun = performance.now();
      const { processorSeconds, result } = await withProcessorTime(desk.server.processId, async () => {
        await run(desk, await createProject(desk.server, `cold ${round}`, repository));
        return performance.now() - begun;
      });
      return { cold: [result], coldProcessor: [processorSeconds] };
    });

    progress('warm jobs');
    await eachLane(desks, async (desk) => {
      for (let job = 0; job < jobsPerRound; job += 1) await run(desk, desk.warmId);
    });
    await inTurns(desks, warmRounds, recorder, async (desk) => {
      const times: JobTimes[] = [];
      const { processorSeconds } = await withProcessorTime(desk.server.processId, async () => {
        while (times.length < jobsPerRound) times.push(await run(desk, desk.warmId));
      });
      const all = times.map((job) => job.all);
      return {
        warm: all,
        warm95: all,
        untilModel: times.map(({ untilModel }) => untilModel),
        agent: times.map(({ agent }) => agent),
        deliver: times.map(({ deliver }) => deliver),
        warmProcessor: [processorSeconds / jobsPerRound],
      };
    });

    progress(`${atOnce} jobs at once`);
    await inTurns(desks, 1, recorder, async (desk) => {
      const begun = performance.now();
      const { processorSeconds, result } = await withProcessorTime(desk.server.processId, async () => {
        await Promise.all(Array.from({ length: atOnce }, () => run(desk, desk.warmId)));
        return (performance.now() - begun) / 1_000;
      });
      const peak = await peakMegabytes(desk.server.processId);
      return { atOnce: [result], atOnceProcessor: [processorSeconds / atOnce], peak: [peak] };
    });
  },
});
