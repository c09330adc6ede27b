import type { Job } from '@copydesk/contract';
import { archiveJobFor } from '../../desk/job/archive-job.ts';
import { startJob } from '../../desk/job/create-job.ts';
import { sendMessage } from '../../desk/job/message-job.ts';
import { withPage } from '../../jobs/present.ts';
import type { StoredJob } from '../../jobs/present.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import type { App } from '../app.ts';
import { publicRepository } from '../hosts/repositories.ts';
import type { OwnOrganisation } from './own-organisation.ts';

type JobCommands = Pick<
  OperatorServices,
  'createJob' | 'repairNotFound' | 'messageJob' | 'archiveJob' | 'undoJob' | 'backportJob'
>;

/** What commands do with jobs. */
export function jobCommands(app: App, own: OwnOrganisation): JobCommands {
  const { db } = app;
  const present = (projectId: string, job: StoredJob): Job => withPage(app.url, projectId, job);
  return {
    async createJob({ projectId, prompt, ref }) {
      const { id, site: _site, ...draft } = await draftFor(app, own, projectId);
      const baseRef = ref ?? draft.baseRef;
      const { job } = await startJob(db, await own.actor(), { ...draft, baseRef, prompt });
      return present(id, job);
    },
    async repairNotFound({ projectId, request }) {
      const { startRepair } = await import('../../http/job/start-repair.ts');
      const { id, site, ...draft } = await draftFor(app, own, projectId);
      const { job } = await startRepair(db, await own.actor(), draft, { site, request });
      return present(id, job);
    },
    async messageJob(draft) {
      const { job } = await sendMessage(db, await own.actor(), { ...draft, now: new Date() });
      return present(draft.projectId, job);
    },
    async archiveJob(projectId, jobId) {
      return present(projectId, await archiveJobFor(db, await own.actor(), { projectId, jobId }));
    },
    async undoJob({ projectId, jobId }) {
      const { undoJob } = await import('../../desk/job/carry-job.ts');
      const { id, site: _site, baseRef: _ref, ...draft } = await draftFor(app, own, projectId);
      return present(id, (await undoJob(db, await own.actor(), { ...draft, jobId })).job);
    },
    async backportJob({ projectId, jobId, refs }) {
      const { backportJob } = await import('../../desk/job/carry-job.ts');
      const { id, site: _site, baseRef: _ref, ...draft } = await draftFor(app, own, projectId);
      const { jobs } = await backportJob(db, await own.actor(), { ...draft, jobId }, refs);
      return jobs.map((job) => present(id, job));
    },
  };
}

/** Returns what the project decides about a new job, and where its page views are. */
async function draftFor(app: App, own: OwnOrganisation, projectId: string) {
  const { id, organisationId, ref, model, number, ...rest } = await own.project(projectId);
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
}
