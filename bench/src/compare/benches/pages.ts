import path from 'node:path';
import { z } from 'zod';
import { generateSite, pagePath } from '../../support/generate-site.ts';
import { generateBatches } from '../../views/events.ts';
import { processorTime, time } from '../measure/figure.ts';
import { eachLane, inTurns } from '../measure/in-turns.ts';
import { keysOf } from '../measure/keys-of.ts';
import { withProcessorTime } from '../measure/processor-time.ts';
import { copyFor, openDesks } from '../states/desk.ts';
import type { Desk } from '../states/desk.ts';
import { sideOf } from '../states/lane.ts';
import { runJob } from '../states/run-job.ts';
import { timeSendingViews } from '../states/send-views.ts';
import { createProject } from '../states/serve.ts';
import { defineBench } from './bench.ts';

const site = { pages: 200, bytesPerPage: 6_000, seed: 3 };
const jobs = 10;
const projects = 5;
const events = 50_000;
const batchSize = 1_000;
const rounds = 6;
const requestsPerRound = 4;
const day = 86_400_000;

/** The addresses of pages in a project with jobs and views. */
const paths = {
  projects: () => '/projects',
  overview: (project: string) => `/projects/${project}`,
  jobList: (project: string) => `/projects/${project}/jobs`,
  job: (project: string, job: string) => `/projects/${project}/jobs/${job}`,
  pulls: (project: string) => `/projects/${project}/pulls`,
  pull: (project: string) => `/projects/${project}/pulls/1`,
  readers: (project: string) => `/projects/${project}/readers`,
  readersOfYear: (project: string) => `/projects/${project}/readers?range=12m`,
  agents: (project: string) => `/projects/${project}/readers/agents`,
  settings: (project: string) => `/projects/${project}/settings`,
  keys: () => '/keys',
  health: () => '/health',
};

type Page = keyof typeof paths;

export const pages = defineBench({
  summary: `pages of the desk, with ${jobs} jobs and ${events.toLocaleString('en')} page views`,
  figures: {
    projects: time('projects'),
    overview: time('overview of a project'),
    jobList: time('jobs'),
    job: time('a job'),
    pulls: time('pull requests'),
    pull: time('a pull request'),
    readers: time('readers of a month'),
    readersOfYear: time('readers of a year'),
    agents: time('agents'),
    settings: time('settings'),
    keys: time('API keys'),
    health: time('health'),
    processor: processorTime('processor time of the pages that both have', 'ms/page'),
  },
  async measure({ folder, lanes, model, progress }, recorder) {
    const { repository } = await generateSite(path.join(folder, 'site'), site);
    await using stack = new AsyncDisposableStack();
    const opened = await openDesks({ lanes, model, progress }, stack);
    progress('creating projects, jobs and page views');
    const bodies = bodiesOfViews();
    const desks = await eachLane(opened, async (desk) => {
      const projectId = await createProject(desk.server, 'Docs', await copyFor(desk, repository));
      for (let other = 1; other < projects; other += 1) await createProject(desk.server, `Other ${other}`);
      for (let page = 0; page < jobs; page += 1)
        await runJob({ ...desk, projectId }, model, { path: pagePath(page), page });
      await timeSendingViews({ ...desk, projectId }, { bodies, events, connections: 4 });
      return { ...desk, projectId, jobId: await newestJob(desk, projectId), cookie: await signIn(desk) };
    });

    const missing = new Map<Page, string>();
    await eachLane(desks, async (desk) => {
      for (const name of keysOf(paths)) {
        const { status } = await request(desk, paths[name](desk.projectId, desk.jobId));
        if (status !== 200) missing.set(name, `the state ${sideOf(desk.name)} answers this address with ${status}`);
      }
    });
    for (const [name, because] of missing) recorder.leaveOut([name], because);
    const common = keysOf(paths).filter((name) => !missing.has(name));

    progress('requesting pages');
    await inTurns(desks, rounds, recorder, async (desk) => {
      const times: Partial<Record<Page, number[]>> = {};
      const { processorSeconds } = await withProcessorTime(desk.server.processId, async () => {
        for (const name of common) {
          const taken: number[] = [];
          while (taken.length < requestsPerRound) {
            const { status, milliseconds } = await request(desk, paths[name](desk.projectId, desk.jobId));
            if (status !== 200) throw new Error(`The page "${name}" was answered ${status}`);
            taken.push(milliseconds);
          }
          times[name] = taken;
        }
      });
      return { ...times, processor: [(processorSeconds * 1_000) / (common.length * requestsPerRound)] };
    });
  },
});

/** Signs in by a link of the command, and returns the cookie. */
async function signIn({ server, url }: Desk): Promise<string> {
  const { link } = z.object({ link: z.string() }).parse(JSON.parse(await server.command('sign-in', '--json')));
  const reply = await fetch(link, { method: 'POST', headers: { origin: url }, redirect: 'manual' });
  const cookie = reply.headers.getSetCookie().map((value) => value.split(';')[0] ?? '');
  if (cookie.length === 0) throw new Error(`Signing in was answered ${reply.status} without a cookie`);
  return cookie.join('; ');
}

async function newestJob({ url, token }: Desk, projectId: string): Promise<string> {
  const reply = await fetch(`${url}/v2/agent/${projectId}/jobs?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [job] = z.object({ jobs: z.array(z.object({ id: z.string() })) }).parse(await reply.json()).jobs;
  if (job === undefined) throw new Error('There is no job to show');
  return job.id;
}

async function request(
  { url, cookie }: { url: string; cookie: string },
  address: string,
): Promise<{ status: number; milliseconds: number }> {
  const begun = performance.now();
  const reply = await fetch(url + address, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  await reply.text();
  return { status: reply.status, milliseconds: performance.now() - begun };
}

function bodiesOfViews(): Buffer[] {
  const to = Date.now() - 3_600_000;
  const plan = { seed: 4, projects: 1, pagesPerProject: 2_000, events, from: to - 365 * day, to };
  return Array.from(generateBatches({ ...plan, order: 'time', pages: 'zipf' }, batchSize), ({ body }) =>
    Buffer.from(body),
  );
}
