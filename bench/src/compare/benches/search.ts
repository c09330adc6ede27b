import path from 'node:path';
import { generateSite, pagePath } from '../../support/generate-site.ts';
import { peakMegabytes } from '../../views/process-figures.ts';
import { peakMemory, processorTime, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { keysOf } from '../measure/keys-of.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { copyFor, openDesks } from '../states/desk.ts';
import type { ProjectPlace } from '../states/desk.ts';
import { runJob } from '../states/run-job.ts';
import { createProject } from '../states/serve.ts';
import type { StandInModel, ToolCall } from '../states/stand-in-model.ts';
import { defineBench } from './bench.ts';

const site = { pages: 5_000, bytesPerPage: 6_000, seed: 2 };
const rounds = 5;
const repeats = 3;

/** What the model looks for, from a pattern that matches nothing to one that matches every page. */
const searches = {
  nowhere: { pattern: 'Zebra' },
  anyCase: { pattern: 'zebra', ignore_case: true },
  classes: { pattern: '[A-Z][A-Z][A-Z][0-9]' },
  numbers: { pattern: 'limit-[0-9]+' },
  everyPage: { pattern: 'client over', ignore_case: true },
};

type Search = keyof typeof searches;

export const search = defineBench({
  summary: `what the model waits for a search of ${site.pages} pages`,
  figures: {
    nowhere: time('a word that stands nowhere'),
    anyCase: time('the same in any case'),
    classes: time('classes that stand nowhere'),
    numbers: time('a word and a number, on every page'),
    everyPage: time('two words of most pages, in any case'),
    read: time('for comparison: reading a page'),
    processor: processorTime('processor time of a job with all of them', 's'),
    peak: peakMemory('peak memory of the server'),
  },
  async measure({ folder, lanes, model, progress }, recorder) {
    progress('generating a site');
    const { repository } = await generateSite(path.join(folder, 'site'), site);
    await using stack = new AsyncDisposableStack();
    const desks = await eachLane(await openDesks({ lanes, model, progress }, stack), async (desk) => ({
      ...desk,
      projectId: await createProject(desk.server, 'Docs', await copyFor(desk, repository)),
    }));
    // The first search of a process reads the site; it is part of no figure.
    await eachLane(desks, async (desk) => await searchAll(desk, model, 0));

    progress('searching');
    await inTurns(desks, rounds, recorder, async (desk, round) => {
      const { result, processorSeconds } = await withProcessorTime(desk.server.processId, () =>
        searchAll(desk, model, round + 1),
      );
      return { ...result, processor: [processorSeconds] };
    });
    await inTurns(desks, 1, recorder, async ({ server }) => ({ peak: [await peakMegabytes(server.processId)] }));
  },
});

/** Runs a job that searches for everything, and returns the milliseconds from each answer of the model to its next call. */
async function searchAll(
  place: ProjectPlace,
  model: StandInModel,
  page: number,
): Promise<Record<Search | 'read', number[]>> {
  const names = keysOf(searches);
  const first = Array.from({ length: repeats }, () =>
    names.map((name): ToolCall => ({ tool: 'search', input: searches[name] })),
  );
  const { calls } = await runJob(place, model, { path: pagePath(page), page, first: first.flat() });
  const waited = calls.map(({ answeredAt }, step) => (calls[step + 1]?.arrivedAt ?? Number.NaN) - answeredAt);
  const of = (name: Search): number[] =>
    waited.filter((_, step) => step < names.length * repeats && names[step % names.length] === name);
  return {
    nowhere: of('nowhere'),
    anyCase: of('anyCase'),
    classes: of('classes'),
    numbers: of('numbers'),
    everyPage: of('everyPage'),
    read: waited.slice(names.length * repeats, names.length * repeats + 1),
  };
}
