import { CopydeskError } from '@copydesk/contract';
import type { Job } from '@copydesk/contract';
import { listImports, readImport } from '../../analytics/store/imports/import-runs.ts';
import { archiveJobFor } from '../../desk/job/archive-job.ts';
import { startJob } from '../../desk/job/create-job.ts';
import { invitePerson } from '../../desk/person/invite-person.ts';
import { linkPerson } from '../../desk/person/link-person.ts';
import { sendMessage } from '../../desk/job/message-job.ts';
import { eventChannel, listEvents } from '../../jobs/events.ts';
import { readText, textChannel } from '../../jobs/run/live-text.ts';
import { countWorkers } from '../../jobs/claim/presence.ts';
import { withPage } from '../../jobs/present.ts';
import type { StoredJob } from '../../jobs/present.ts';
import { listJobs, readJob, readProjectId } from '../../jobs/read/read.ts';
import { readSharing } from '../../jobs/deliver/sharing.ts';
import { readUsage } from '../../jobs/usage/usage.ts';
import { readWaiting } from '../../jobs/claim/waiting.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import { defaultOrganisation } from '../../projects/organisation.ts';
import { createOwnerLink } from '../../people/owner-link.ts';
import { listPeople } from '../../people/people.ts';
import { deleteProject } from '../../desk/project/delete-project.ts';
import { readContents } from '../../projects/delete.ts';
import { findProject as readProject, listProjects } from '../../projects/project.ts';
import type { Project } from '../../projects/project.ts';
import { checkAndChangeProject } from './change-project.ts';
import { commandActor } from './command-actor.ts';
import { connectionServices } from '../hosts/connections.ts';
import { contextRepositoryServices } from '../hosts/context-repositories.ts';
import { checkAndCreateProject } from './create-project.ts';
import { readJobDiff } from '../job/diff.ts';
import { drainServices } from '../start/drain.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from '../job/job-limits.ts';
import { keyServices } from './key-services.ts';
import { mirrorServices } from '../hosts/mirrors.ts';
import { modelServices } from '../job/model-services.ts';
import { databaseErrors } from '../../postgres/database.ts';
import { publicRepository, repositoryOf } from '../hosts/repositories.ts';
import { sliceServices } from '../views/slice-services.ts';
import { viewsServices } from '../views/views-services.ts';
import { automationCommands } from './automation-commands.ts';
import { feedbackCommands } from './feedback-commands.ts';
import { triggerServices } from './trigger-services.ts';
import { webhookServices } from './webhook-services.ts';

/** What the operator's commands do, directly on the database: no key and no quota applies. */
export function operatorServices(app: App): OperatorServices {
  const { db } = app;
  const limits = jobLimitsOf(app.settings);
  const organisation = (): Promise<string> => defaultOrganisation(db);
  const actor = async () => commandActor(await organisation());
  const present = (projectId: string, job: StoredJob): Job => withPage(app.url, projectId, job);
  const project = async (id: string): Promise<Project> => {
    const found = await readProject(db, { organisationId: await organisation(), projectId: id });
    if (found !== undefined) return found;
    throw new CopydeskError('not_found', `There is no project ${id}. "copydesk project list" shows them all.`);
  };
  const draftFor = async (projectId: string) => {
    const { id, organisationId, ref, model, number, ...rest } = await project(projectId);
    const now = new Date();
    return {
      id,
      project: { id, organisationId },
      model: model ?? app.settings.model,
      sourceRepository: publicRepository(app, { id, ...rest }),
      baseRef: ref,
      now,
      site: { projectId: number, now, retentionMonths: app.settings.views.retentionMonths },
    };
  };
  const findProject = async (idOrName: string): Promise<Project> =>
    chooseProject(await listProjects(db, await organisation()), idOrName);
  return {
    createProject: async (draft) => await checkAndCreateProject(app, await actor(), draft),
    listProjects: async () => await listProjects(db, await organisation()),
    async setProject(id, change) {
      return await checkAndChangeProject(app, await actor(), await project(id), { request: change });
    },
    readContents: async (found) => await readContents(db, found),
    async deleteProject(projectId, name) {
      await deleteProject(db, await actor(), { projectId, name });
    },
    async checkProject(id, ref) {
      const { checkProject } = await import('../site/check-project.ts');
      return await checkProject(app, await project(id), ref);
    },
    async askProject(id, query) {
      const { askProject } = await import('../site/ask-project.ts');
      return await askProject(app, await project(id), query);
    },
    async proposeQuestions(id, query) {
      const { proposeForProject } = await import('../site/propose-questions.ts');
      return await proposeForProject(app, await project(id), query);
    },
    async readReadability(id, query) {
      const { readReadability } = await import('../site/readability.ts');
      return await readReadability(app, await project(id), query);
    },
    findProject,
    projectIdOf: async (idOrName) => (await findProject(idOrName)).id,

    ...keyServices(app, organisation),
    ...drainServices(app),

    createPerson: async ({ name, role = 'owner' }) =>
      (await invitePerson(db, await actor(), { name, role }, { now: new Date() })).person,
    listPeople: async () => await listPeople(db, await organisation()),
    async createSignInLink(personId, then) {
      const how = { now: new Date(), lifetimeSeconds: 60 * 60 };
      const { token, expiresAt } = (await linkPerson(db, await actor(), personId, how)).link;
      const query = then === undefined ? '' : `?next=${encodeURIComponent(then)}`;
      return { link: `${app.url}/sign-in/${token}${query}`, expiresAt };
    },
    async createOwnerLink() {
      const made = await createOwnerLink(db, await organisation(), new Date());
      return made && { link: `${app.url}/welcome/${made.token}`, expiresAt: made.expiresAt };
    },

    async createJob({ projectId, prompt, ref }) {
      const { id, site: _site, ...draft } = await draftFor(projectId);
      const baseRef = ref ?? draft.baseRef;
      const { job } = await startJob(db, await actor(), { ...draft, baseRef, prompt });
      return present(id, job);
    },
    async repairNotFound({ projectId, request }) {
      const { startRepair } = await import('../../http/job/start-repair.ts');
      const { id, site, ...draft } = await draftFor(projectId);
      const { job } = await startRepair(db, await actor(), draft, { site, request });
      return present(id, job);
    },
    projectOfJob: async (jobId) => (await readProjectId(db, jobId)) ?? noSuchJob(jobId),
    async readJob(projectId, jobId) {
      const job = (await readJob(db, projectId, jobId)) ?? noSuchJob(jobId);
      return (await readSharing(db, { baseUrl: app.url, projectId }, [job]))(job);
    },
    async listJobs(projectId, query) {
      const { jobs, nextCursor } = await listJobs(db, projectId, query);
      return { jobs: jobs.map(await readSharing(db, { baseUrl: app.url, projectId }, jobs)), nextCursor };
    },
    async messageJob(draft) {
      const { job } = await sendMessage(db, await actor(), { ...draft, now: new Date() });
      return present(draft.projectId, job);
    },
    async archiveJob(projectId, jobId) {
      return present(projectId, await archiveJobFor(db, await actor(), { projectId, jobId }));
    },
    async undoJob({ projectId, jobId }) {
      const { undoJob } = await import('../../desk/job/carry-job.ts');
      const { id, site: _site, baseRef: _ref, ...draft } = await draftFor(projectId);
      return present(id, (await undoJob(db, await actor(), { ...draft, jobId })).job);
    },
    async backportJob({ projectId, jobId, refs }) {
      const { backportJob } = await import('../../desk/job/carry-job.ts');
      const { id, site: _site, baseRef: _ref, ...draft } = await draftFor(projectId);
      const { jobs } = await backportJob(db, await actor(), { ...draft, jobId }, refs);
      return jobs.map((job) => present(id, job));
    },
    async readDiff(projectId, jobId) {
      const of = await project(projectId);
      return await readJobDiff({ db, openRepository: () => repositoryOf(app, of) }, jobId);
    },
    async readJobPages(projectId, jobId, query) {
      const { readJobPages } = await import('../job/job-pages.ts');
      const of = await project(projectId);
      const sources = { db, docs: app.docs, openRepository: () => repositoryOf(app, of) };
      return await readJobPages(sources, of, jobId, query);
    },
    listEvents: (jobId, page) => listEvents(db, jobId, page),
    readWaiting: async (jobId) => (await readWaiting(db, [jobId], limits.concurrency)).get(jobId) ?? null,
    async readUsage(jobId) {
      if ((await readProjectId(db, jobId)) === undefined) noSuchJob(jobId);
      return await readUsage(db, jobId, limits);
    },
    lookAgainMilliseconds: 1000,
    onJobEvent: (jobId, callback) =>
      app.listener.on(eventChannel, (payload) => {
        if (payload === undefined || payload === jobId) callback();
      }),
    onJobText: (jobId, callback) =>
      app.listener.on(textChannel, (payload) => {
        const piece = readText(payload ?? '');
        if (piece?.job === jobId) callback(piece);
      }),

    views: viewsServices(app, project),
    async reclassifyViews(projectId, onProject) {
      const { reclassifyViews } = await import('../views/reclassify.ts');
      const projects = await listProjects(db, await organisation());
      const chosen = projectId === undefined ? projects : projects.filter(({ id }) => id === projectId);
      return await reclassifyViews(app, chosen, onProject);
    },
    async importViews(projectId, request, openInput) {
      const { importViews } = await import('../views/import-views.ts');
      return await importViews(app, { ...request, project: await project(projectId) }, openInput);
    },

    async importElsewhere(projectId, request) {
      const { importElsewhere } = await import('../../analytics/elsewhere/import-elsewhere.ts');
      const { number } = await project(projectId);
      return await importElsewhere({ db, now: () => new Date() }, { ...request, projectId: number });
    },

    async planDistribution() {
      const { planDistribution } = await import('../../analytics/cluster/distribute.ts');
      return await planDistribution(db).catch(databaseErrors);
    },
    async distribute(options) {
      const { distribute } = await import('../../analytics/cluster/distribute.ts');
      const long = app.connectForLong();
      try {
        await distribute(long, { ...options, now: new Date() }).catch(databaseErrors);
      } finally {
        await long.destroy();
      }
    },

    ...sliceServices(app, project),

    listImports: async (projectId) => await listImports(db, (await project(projectId)).number),
    async readImport(projectId, number) {
      return await readImport(db, { projectId: (await project(projectId)).number, import: number });
    },
    async undoImport(projectId, number) {
      const { undoImport } = await import('../../analytics/store/imports/undo-import.ts');
      return await undoImport(db, { projectId: (await project(projectId)).number, import: number });
    },

    webhooks: webhookServices(app, actor),
    mirrors: mirrorServices(app, project),
    triggers: triggerServices(app, actor),
    automations: automationCommands(app, actor),
    feedback: feedbackCommands(app, actor),
    models: modelServices(app, actor),
    connections: connectionServices(app, organisation),
    contextRepositories: contextRepositoryServices(app, project, actor),

    workersAlive: async () => (await countWorkers(db)) > 0,
    async workUntilDone(jobId, signal) {
      const { workUntilDone } = await import('../job/work.ts');
      await workUntilDone(app, jobId, signal);
    },
    close: () => app.close(),
  };
}

function chooseProject(projects: Project[], idOrName: string): Project {
  const found = projects.find(({ id }) => id === idOrName) ?? projects.find(({ name }) => name === idOrName);
  if (found !== undefined) return found;
  const names = projects.map(({ name }) => `"${name}"`).join(', ');
  const existing =
    names === '' ? 'There is none yet: create one with "copydesk project create".' : `There are: ${names}.`;
  throw new CopydeskError('not_found', `There is no project with the id or name "${idOrName}". ${existing}`);
}

function noSuchJob(jobId: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no job ${jobId}. "copydesk job list --project …" shows those of a project.`,
  );
}
