import { CopydeskError } from '@copydesk/contract';
import { countWorkers } from '../../jobs/claim/presence.ts';
import { readWaiting } from '../../jobs/claim/waiting.ts';
import { readSharing } from '../../jobs/deliver/sharing.ts';
import { eventChannel, listEvents } from '../../jobs/events.ts';
import { listJobs, readJob, readProjectId } from '../../jobs/read/read.ts';
import { readText, textChannel } from '../../jobs/run/live-text.ts';
import { readUsage } from '../../jobs/usage/usage.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import { chooseProject } from '../../operator/project/choose-project.ts';
import { listProjects } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { repositoryOf } from '../hosts/repositories.ts';
import type { OwnOrganisation } from './own-organisation.ts';
import { readJobDiff } from '../job/diff.ts';
import { jobLimitsOf } from '../job/job-limits.ts';

type JobReads = Pick<
  OperatorServices,
  'projectOfJob' | 'readJob' | 'listJobs' | 'readDiff' | 'readJobPages' | 'listEvents' | 'readWaiting' | 'readUsage'
>;

/** What commands read about jobs. */
export function jobReads(app: App, own: OwnOrganisation): JobReads {
  const { db, url: baseUrl } = app;
  const limits = jobLimitsOf(app.settings);
  return {
    async projectOfJob(jobId, idOrName) {
      const projectId = (await readProjectId(db, jobId)) ?? noSuchJob(jobId);
      if (idOrName === undefined) return projectId;
      const named = chooseProject(await listProjects(db, await own.id()), idOrName);
      return named.id === projectId ? projectId : noSuchJob(jobId, named.name);
    },
    async readJob(projectId, jobId) {
      const job = (await readJob(db, projectId, jobId)) ?? noSuchJob(jobId);
      return (await readSharing(db, { baseUrl, projectId }, [job]))(job);
    },
    async listJobs(projectId, query) {
      const { jobs, nextCursor } = await listJobs(db, projectId, query);
      return { jobs: jobs.map(await readSharing(db, { baseUrl, projectId }, jobs)), nextCursor };
    },
    async readDiff(projectId, jobId) {
      const of = await own.project(projectId);
      return await readJobDiff({ db, openRepository: () => repositoryOf(app, of) }, jobId);
    },
    async readJobPages(projectId, jobId, query) {
      const { readJobPages } = await import('../job/job-pages.ts');
      const of = await own.project(projectId);
      const sources = { db, docs: app.docs, openRepository: () => repositoryOf(app, of) };
      return await readJobPages(sources, of, jobId, query);
    },
    listEvents: (jobId, page) => listEvents(db, jobId, page),
    readWaiting: async (jobId) => (await readWaiting(db, [jobId], limits.concurrency)).get(jobId) ?? null,
    async readUsage(jobId) {
      if ((await readProjectId(db, jobId)) === undefined) noSuchJob(jobId);
      return await readUsage(db, jobId, limits);
    },
  };
}

function noSuchJob(jobId: string, project?: string): never {
  const where = project === undefined ? '' : ` in the project "${project}"`;
  throw new CopydeskError(
    'not_found',
    `There is no job ${jobId}${where}. "copydesk job list --project …" shows those of a project.`,
  );
}

type JobNews = Pick<
  OperatorServices,
  'pollMilliseconds' | 'onJobEvent' | 'onJobText' | 'workersAlive' | 'workUntilDone'
>;

/** How commands wait for a job: what it does, what its model writes, and whether anybody works on it. */
export function jobNews(app: App): JobNews {
  return {
    pollMilliseconds: 1000,
    onJobEvent: (jobId, callback) =>
      app.listener.on(eventChannel, (payload) => {
        if (payload === undefined || payload === jobId) callback();
      }),
    onJobText: (jobId, callback) =>
      app.listener.on(textChannel, (payload) => {
        const piece = readText(payload ?? '');
        if (piece?.job === jobId) callback(piece);
      }),
    workersAlive: async () => (await countWorkers(app.db)) > 0,
    async workUntilDone(jobId, signal) {
      const { workUntilDone } = await import('../job/work.ts');
      await workUntilDone(app, jobId, signal);
    },
  };
}
