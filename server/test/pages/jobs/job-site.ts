import { localCodeHost } from '../../../src/code-hosts/local.ts';
import { plainModel } from '../../../src/agent/model.ts';
import { defaultLimits } from '../../../src/agent/turn.ts';
import { updateLeased } from '../../../src/jobs/claim/lease.ts';
import { pullRequestStore } from '../../../src/pull-requests/store.ts';
import { readJobDiff } from '../../../src/wiring/job/diff.ts';
import { readJobPages } from '../../../src/wiring/job/job-pages.ts';
import { startWorker } from '../../../src/worker/worker.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import type { Script } from '../../support/scripted-model.ts';
import type { FileContent } from '../../support/git-repository.ts';
import { sharedDocs } from '../../support/shared-docs.ts';
import { absentServices } from '../../worker/absent-services.ts';

/** A site with a worker, whose model answers by a script. */
export interface JobSite extends TestSite {
  /** The path of a page of the project's jobs. */
  jobs(suffix?: string): string;
}

export async function jobSite(script: Script, files: Record<string, FileContent>): Promise<JobSite> {
  const stack = new AsyncDisposableStack();
  const docs = sharedDocs();
  const site = stack.use(
    await startSite({
      files,
      services: (workspace, db) => ({
        jobLimits: { budget, prices, concurrency: { project: 5, total: undefined } },
        readDiff: (project, jobId) =>
          readJobDiff({ db: db(), openRepository: () => workspace.repository(sourceOf(project)) }, jobId),
        readJobPages: (project, jobId, query) => {
          const sources = { db: db(), docs, openRepository: () => workspace.repository(sourceOf(project)) };
          return readJobPages(sources, project, jobId, query);
        },
      }),
    }),
  );
  const { db } = site.api;
  const model = scriptedModel(script);
  const worker = startWorker(
    {
      ...absentServices,
      db,
      workspace: site.workspace,
      docs,
      source: sourceOf,
      codeHost: ({ id }, lease) =>
        localCodeHost({
          store: pullRequestStore(db, id, (transaction) => updateLeased(transaction, lease, {})),
          link: (number) => `${site.origin}/projects/${id}/pulls/${number}`,
        }),
      resolveModel: () => plainModel('test/scripted', model),
      limits: defaultLimits,
      budgets: { budget, prices },
      patience: { minutes: 60, random: () => 0.5 },
      viewsRetentionMonths: 25,
      log: { info: () => {}, warn: () => {}, error: (data, message) => console.error(message, data) },
      now: () => new Date(),
    },
    {
      concurrency: 4,
      projectConcurrency: 5,
      leaseSeconds: 10,
      pollMilliseconds: 100,
      patienceMilliseconds: 1_000,
      onJobActive: () => () => {},
      onJobArchived: () => () => {},
    },
  );
  stack.defer(() => worker.stop());
  return {
    ...site,
    jobs: (suffix = '') => `/projects/${site.docs.id}/jobs${suffix}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const budget = { steps: 100, tokens: null, usd: 5, minutes: null };

const tokenPrices = { input: 1_000, cachedInput: 100, cacheWrite: 1_000, output: 2_000 };

const prices = () => ({ ...tokenPrices, from: '2026-01-01', long: null, source: 'test' });

function sourceOf({ id, repository }: { id: string; repository: string }) {
  return { id, kind: 'path' as const, location: repository };
}
