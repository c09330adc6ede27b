import type { ReadSite } from '../../analytics/read/snapshot.ts';
import { readMergedAt } from '../../jobs/hosts/merged-at.ts';
import { readTouchedFiles } from '../../jobs/deliver/touched-files.ts';
import type { ViewsServices } from '../../operator/view/views.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { jobLimitsOf } from '../job/job-limits.ts';

/** What the commands read of page views, directly from the database. */
export function viewsServices(app: App, project: (id: string) => Promise<Project>): ViewsServices {
  const { db } = app;
  const site = async (id: string): Promise<ReadSite> => {
    const { number } = await project(id);
    return { projectId: number, now: new Date(), retentionMonths: app.settings.views.retentionMonths };
  };
  const first = { offset: 0 };
  return {
    pages: async (id, query) => await (await load()).readAllViews(db, await site(id), query),
    agents: async (id, query) =>
      await (await load()).readAgents(db, await site(id), { ...query, ...first, interval: undefined }),
    notFound: async (id, query) => await (await load()).readNotFound(db, await site(id), { ...query, ...first }),
    unknownReaders: async (id, query) =>
      await (await load()).readUnknownReaders(db, await site(id), { ...query, ...first }),
    referrers: async (id, query) => await (await load()).readReferrers(db, await site(id), { ...query, ...first }),
    timeseries: async (id, query) => await (await load()).readTimeseries(db, await site(id), { ...query, ...first }),
    health: async (id, query) => await (await load()).readHealth(db, await site(id), { ...query, ...first }),
    async commitEffect(id, commit, days) {
      const { checkedCommit, readCommitChange } = await import('../site/commit-change.ts');
      const change = await readCommitChange(app, await project(id), checkedCommit(commit));
      return await (await load()).readEffect(db, await site(id), { ...change, days });
    },
    async report(id, query) {
      const { reportedDays, readReport } = await load();
      const [reported, days] = [{ id, site: await site(id) }, reportedDays(query, new Date())];
      const { prices } = jobLimitsOf(app.settings);
      return await readReport(db, reported, days, { prices, baseUrl: app.url });
    },
    impact: async (id, jobId) => await (await load()).readImpact(db, await site(id), await readTouchedFiles(db, jobId)),
    async effect(id, jobId, days) {
      const mergedAt = await readMergedAt(db, jobId);
      const change = { touched: await readTouchedFiles(db, jobId), mergedAt, days };
      return await (await load()).readEffect(db, await site(id), change);
    },
  };
}

const load = () => import('./read-views.ts');
