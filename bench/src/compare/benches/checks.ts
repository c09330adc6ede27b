import path from 'node:path';
import { generateDocs } from '../../checks/generate-docs.ts';
import type { GeneratedDocs } from '../../checks/generate-docs.ts';
import { generatedKinds } from '../../checks/site-kinds.ts';
import { processorTime, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { copyFor, openDesks } from '../states/desk.ts';
import type { Desk } from '../states/desk.ts';
import { laneNames, sideOf } from '../states/lane.ts';
import type { Side } from '../states/lane.ts';
import { runJob } from '../states/run-job.ts';
import { createProject } from '../states/serve.ts';
import type { StandInModel } from '../states/stand-in-model.ts';
import { defineBench } from './bench.ts';

const pages = 2_000;
const jobRounds = 3;
const commandRounds = 2;

export const checks = defineBench({
  summary: `checking all of ${pages} pages, in a job and by the command, first and again`,
  figures: {
    first: { ...time('check_docs of a job, the first time'), least: 0.1 },
    firstProcessor: { ...processorTime('  processor time of the job', 's'), least: 0.1 },
    second: { ...time('check_docs in a second server'), least: 0.1 },
    secondProcessor: { ...processorTime('  processor time of the job', 's'), least: 0.1 },
    command: { ...time('copydesk project check, the first time'), least: 0.1 },
    commandAgain: { ...time('copydesk project check in a second process'), least: 0.1 },
  },
  async measure({ folder, lanes, model, progress }, recorder) {
    progress('generating sites');
    const sites = await generateSites(folder, jobRounds + commandRounds);
    const projects = new Map<string, string>();
    const projectOf = (desk: Desk, site: number): string => projects.get(`${desk.name}/${site}`) ?? '';

    {
      await using stack = new AsyncDisposableStack();
      const desks = await openDesks({ lanes, model, progress }, stack);
      progress('creating projects');
      await eachLane(desks, async (desk) => {
        for (const [number, { repository }] of sites.entries()) {
          const id = await createProject(desk.server, `Docs ${number}`, await copyFor(desk, repository));
          projects.set(`${desk.name}/${number}`, id);
        }
      });
      progress('checking in jobs');
      await inTurns(desks, jobRounds, recorder, async (desk, round) => {
        const { wait, processorSeconds } = await checkInJob(desk, projectOf(desk, round), model);
        return { first: [wait], firstProcessor: [processorSeconds] };
      });
    }

    await using stack = new AsyncDisposableStack();
    const desks = await openDesks({ lanes, model, progress }, stack);
    progress('checking in jobs of other servers');
    await inTurns(desks, jobRounds, recorder, async (desk, round) => {
      const { wait, processorSeconds } = await checkInJob(desk, projectOf(desk, round), model);
      return { second: [wait], secondProcessor: [processorSeconds] };
    });

    const without = await sidesWithoutCommand(desks);
    if (without.length > 0) {
      recorder.leaveOut(['command', 'commandAgain'], `the state ${without.join(' and ')} has no "project check"`);
      return;
    }
    progress('checking by the command');
    await inTurns(desks, commandRounds, recorder, async (desk, round) => {
      const projectId = projectOf(desk, jobRounds + round);
      return { command: [await timeOfCommand(desk, projectId)], commandAgain: [await timeOfCommand(desk, projectId)] };
    });
  },
});

const [kind] = generatedKinds;

async function generateSites(folder: string, count: number): Promise<GeneratedDocs[]> {
  if (kind === undefined) throw new Error('There is no kind of site to generate');
  const sites: GeneratedDocs[] = [];
  for (let seed = 1; seed <= count; seed += 1) {
    sites.push(await generateDocs(path.join(folder, `site-${seed}`), kind, { pages, broken: 0, seed }));
  }
  return sites;
}

/** Runs a job that checks all pages. `wait` is how many milliseconds the model waits for the result. */
async function checkInJob(
  { server, url, token }: Desk,
  projectId: string,
  model: StandInModel,
): Promise<{ wait: number; processorSeconds: number }> {
  const page = 1;
  const task = { page, path: kind?.pagePath(page) ?? '', first: [{ tool: 'check_docs', input: {} }] };
  const { result, processorSeconds } = await withProcessorTime(server.processId, () =>
    runJob({ url, token, projectId }, model, task),
  );
  const [asked, next] = result.calls;
  return { wait: (next?.arrivedAt ?? Number.NaN) - (asked?.answeredAt ?? Number.NaN), processorSeconds };
}

async function sidesWithoutCommand(desks: readonly Desk[]): Promise<Side[]> {
  const sides: Side[] = [];
  for (const { name, server } of desks.slice(0, laneNames.length / 2)) {
    const help = await server.command('project', '--help');
    if (!/^\s+check\b/m.test(help)) sides.push(sideOf(name));
  }
  return sides;
}

async function timeOfCommand({ server }: Desk, projectId: string): Promise<number> {
  const begun = performance.now();
  await server.command('project', 'check', projectId);
  return performance.now() - begun;
}
