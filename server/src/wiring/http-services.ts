import { lookup } from 'node:dns/promises';
import type { HttpServices } from '../http/services.ts';
import { eventChannel } from '../jobs/events.ts';
import { textChannel } from '../jobs/live-text.ts';
import { browserPages } from '../pages/public/browser-pages.ts';
import { isDatabaseFault } from '../postgres/faults.ts';
import { sightsOf } from './automation-sights.ts';
import { jobDefaultsOf } from './job-defaults.ts';
import { jobLimitsOf } from './job-limits.ts';
import { askProject } from './check-project.ts';
import { readCommitChange } from './commit-change.ts';
import { readJobDiff } from './diff.ts';
import { knownDocsPages } from './docs-pages.ts';
import { httpConnections } from './http-connections.ts';
import { httpProjects } from './http-projects.ts';
import { hostWebhooksOf } from './host-webhooks.ts';
import { readServerHealth } from './health/health.ts';
import { readiness } from './house.ts';
import type { House } from './house.ts';
import { openLookTurns } from './look-turns.ts';
import { httpPlugins } from './plugins.ts';
import { repositoryOf } from './repositories.ts';
import { openTestMode } from './test-mode.ts';
import type { Views } from './views.ts';
import { version } from './version.ts';
import { webhookGuard } from './webhooks.ts';

/** What the HTTP server needs from the rest of the app. */
export function httpServicesOf(house: House, views: Views, state: { draining: boolean }): HttpServices {
  const { settings } = house;
  const webhooks = webhookGuard(house);
  const lookTurns = openLookTurns();
  const guard = { ...webhooks, lookTurns, lookup: async (host: string) => await lookup(host, { all: true }) };
  return {
    version,
    db: house.db,
    log: house.log,
    now: () => new Date(),
    baseUrl: house.url,
    trustedProxies: settings.trustedProxies,
    quotas: settings.quotas,
    limits: settings.rooms,
    views: { ...settings.views, ...views, docsPages: knownDocsPages(house) },
    webhooks,
    hostWebhooks: hostWebhooksOf(house, webhooks.box),
    connections: httpConnections({ ...house, ...guard }),
    projects: httpProjects({ ...house, ...guard }),
    testMode: openTestMode({ ...house, views, now: () => new Date() }),
    jobLimits: jobLimitsOf(settings),
    automationSights: sightsOf(house),
    isDatabaseFault,
    isDraining: () => state.draining,
    readiness: () => readiness(house.db),
    onJobEvent: (callback) => house.listener.on(eventChannel, callback),
    onJobText: (callback) =>
      house.listener.on(textChannel, (payload) => {
        if (payload !== undefined) callback(payload);
      }),
    jobDefaults: (project) => jobDefaultsOf(house, project),
    readDiff: (project, jobId) =>
      readJobDiff({ db: house.db, openRepository: () => repositoryOf(house, project) }, jobId),
    askQuestions: async (project, ref) =>
      await lookTurns.spend(project.organisationId, async () => await askProject(house, project, ref)),
    readCommit: (project, commit) => readCommitChange(house, project, commit),
    onReplied: house.metrics?.replied,
    health: (seen) => readServerHealth(house, seen),
    browser: browserPages(house.url),
    plugins: httpPlugins(house),
  };
}
