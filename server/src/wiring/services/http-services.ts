import { lookup } from 'node:dns/promises';
import type { FairTurns } from '../../http/rooms/fair-turns.ts';
import type { HttpServices } from '../../http/services.ts';
import { eventChannel } from '../../jobs/events.ts';
import { textChannel } from '../../jobs/run/live-text.ts';
import { browserPages } from '../../pages/public/browser-pages.ts';
import { isDatabaseFault } from '../../postgres/faults.ts';
import { automationSourcesOf } from './automation-sources.ts';
import { jobDefaultsOf } from '../job/job-defaults.ts';
import { followsPrompt } from '../job/job-model.ts';
import { jobLimitsOf } from '../job/job-limits.ts';
import { knownDocsPages } from '../site/docs-pages.ts';
import { httpConnections } from '../hosts/http-connections.ts';
import { httpProjects } from './http-projects.ts';
import { hostWebhooksOf } from '../hosts/host-webhooks.ts';
import { readServerHealth } from '../health/health.ts';
import { readiness } from '../app.ts';
import type { App } from '../app.ts';
import { openGitVersion } from '../start/git-version.ts';
import { openJudgeTurns, openReadTurns } from '../job/read-turns.ts';
import { httpPlugins } from './plugins.ts';
import { repositoryOf } from '../hosts/repositories.ts';
import { openTestMode } from '../job/test-mode.ts';
import type { Views } from '../views/views.ts';
import { version } from './version.ts';
import { webhookGuard } from './webhooks.ts';

/** What the HTTP server needs from the rest of the app. */
export function httpServicesOf(app: App, views: Views, state: { draining: boolean }): HttpServices {
  const { settings } = app;
  const webhooks = webhookGuard(app);
  const readTurns = openReadTurns();
  const readGit = openGitVersion(Date.now);
  const guard = { ...webhooks, readTurns, lookup: async (host: string) => await lookup(host, { all: true }) };
  return {
    version,
    db: app.db,
    log: app.log,
    now: () => new Date(),
    baseUrl: app.url,
    trustedProxies: settings.trustedProxies,
    quotas: settings.quotas,
    limits: settings.rooms,
    views: { ...settings.views, ...views, docsPages: knownDocsPages(app) },
    webhooks,
    hostWebhooks: hostWebhooksOf(app, webhooks.box),
    connections: httpConnections({ ...app, ...guard }),
    projects: httpProjects({ ...app, ...guard }),
    testMode: openTestMode({ ...app, views, now: () => new Date() }),
    jobLimits: jobLimitsOf(settings),
    automationSources: automationSourcesOf(app),
    isDatabaseFault,
    isDraining: () => state.draining,
    readiness: () => readiness(app.db),
    onJobEvent: (callback) => app.listener.on(eventChannel, callback),
    onJobText: (callback) =>
      app.listener.on(textChannel, (payload) => {
        if (payload !== undefined) callback(payload);
      }),
    jobDefaults: (project) => jobDefaultsOf(app, project),
    followsPrompt,
    ...docsReads(app, readTurns),
    onReplied: app.metrics?.replied,
    health: (seen) => readServerHealth({ db: app.db, settings, url: app.url, readGit }, seen),
    browser: browserPages(app.url),
    plugins: httpPlugins(app),
  };
}

type DocsReads = Pick<
  HttpServices,
  'readDiff' | 'askQuestions' | 'proposeQuestions' | 'readJobPages' | 'readReadability' | 'readCommit'
>;

/** What is read in repositories, and asked about their docs: in turns where that takes long. */
function docsReads(app: App, readTurns: FairTurns): DocsReads {
  const judgeTurns = openJudgeTurns();
  return {
    async readDiff(project, jobId) {
      const { readJobDiff } = await import('../job/diff.ts');
      return await readJobDiff({ db: app.db, openRepository: () => repositoryOf(app, project) }, jobId);
    },
    async askQuestions(project, query = {}) {
      const { askProject } = await import('../site/ask-project.ts');
      const { organisationId } = project;
      const ask = async () =>
        await askProject(app, project, query, async (read) => await readTurns.spend(organisationId, read));
      return await (query.judge ? judgeTurns.spend(organisationId, ask) : ask());
    },
    async proposeQuestions(project, query) {
      const { proposeForProject } = await import('../site/propose-questions.ts');
      return await readTurns.spend(project.organisationId, async () => await proposeForProject(app, project, query));
    },
    async readJobPages(project, jobId, query) {
      const { readJobPages } = await import('../job/job-pages.ts');
      const sources = { db: app.db, docs: app.docs, openRepository: () => repositoryOf(app, project) };
      return await readTurns.spend(
        project.organisationId,
        async () => await readJobPages(sources, project, jobId, query),
      );
    },
    async readReadability(project, query) {
      const { readReadability } = await import('../site/readability.ts');
      return await readTurns.spend(project.organisationId, async () => await readReadability(app, project, query));
    },
    async readCommit(project, commit) {
      const { readCommitChange } = await import('../site/commit-change.ts');
      return await readCommitChange(app, project, commit);
    },
  };
}
