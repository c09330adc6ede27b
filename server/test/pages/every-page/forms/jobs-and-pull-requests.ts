import { expect } from 'vitest';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import { deliver } from '../../../http/support/delivered.ts';
import { somebody } from './form.ts';
import type { Desk, Entry, Filled, Form } from './form.ts';

const jobs = '/projects/:projectId/jobs';
const pulls = '/projects/:projectId/pulls/:number';

/** Agents' jobs, and what happens to their pull requests. */
export const jobAndPullRequestForms: Form[] = [
  {
    route: `${jobs}/new`,
    async fill({ site }) {
      const path = `/projects/${site.docs.id}/jobs/new`;
      const subject = { kind: 'job', id: expect.stringMatching(/^job_/), name: 'Say hello' };
      const entries: Entry[] = [{ action: 'job.create', projectId: site.docs.id, subject }];
      return { path, fields: { prompt: 'Say hello' }, by: await somebody(site, 'editor'), entries };
    },
  },
  { route: `${jobs}/:jobId/message`, fill: async (desk) => await ofJob(desk, 'message', { prompt: 'And goodbye' }) },
  { route: `${jobs}/:jobId/archive`, fill: async (desk) => await ofJob(desk, 'archive', {}) },
  { route: `${jobs}/:jobId/undo`, fill: async (desk) => await carry(desk, 'undo', {}, 'Undo the job') },
  {
    route: `${jobs}/:jobId/backport`,
    fill: async (desk) => await carry(desk, 'backport', { refs: 'release/1.x' }, 'Carry the change of the job'),
  },
  {
    route: `${pulls}/merge`,
    async fill(desk) {
      const { number, headCommit } = await propose(desk);
      return await ofPullRequest(desk, number, 'merge', { head: headCommit });
    },
  },
  {
    route: `${pulls}/close`,
    fill: async (desk) => await ofPullRequest(desk, (await propose(desk)).number, 'close', {}),
  },
  {
    route: `${pulls}/ready`,
    fill: async (desk) => await ofPullRequest(desk, (await propose(desk, true)).number, 'ready', {}),
  },
];

async function ofJob({ site }: Desk, verb: 'message' | 'archive', fields: Record<string, string>): Promise<Filled> {
  const { id } = await site.api.newJob({ project: site.docs, prompt: 'Fix the links' });
  return {
    path: `/projects/${site.docs.id}/jobs/${id}/${verb}`,
    fields,
    by: await somebody(site, 'editor'),
    entries: [{ action: `job.${verb}`, projectId: site.docs.id, subject: { kind: 'job', id, name: 'Fix the links' } }],
  };
}

/** Fills in a form of a job whose pull request is merged. */
async function carry(
  { site }: Desk,
  verb: 'undo' | 'backport',
  fields: Record<string, string>,
  name: string,
): Promise<Filled> {
  const { id } = await site.api.newJob({ project: site.docs, prompt: 'Fix the links' });
  await deliver(site.api.db, id, 'merged');
  const subject = { kind: 'job', id: expect.stringMatching(/^job_/), name: expect.stringContaining(`${name} ${id}`) };
  return {
    path: `/projects/${site.docs.id}/jobs/${id}/${verb}`,
    fields,
    by: await somebody(site, 'editor'),
    entries: [{ action: 'job.create', projectId: site.docs.id, subject }],
  };
}

let proposals = 0;

async function propose({ site }: Desk, asDraft = false) {
  proposals += 1;
  const files = { [`docs/page-${proposals}.md`]: `# Page ${proposals}\n` };
  return await site.propose({ files, branch: `copydesk/change-${proposals}`, asDraft });
}

async function ofPullRequest(
  { site }: Desk,
  number: number,
  verb: 'merge' | 'close' | 'ready',
  fields: Record<string, string>,
): Promise<Filled> {
  const action: AuditAction = `pull-request.${verb}`;
  const subject = { kind: 'pull request', id: String(number), name: 'A change' };
  return {
    path: `${site.path()}/${number}/${verb}`,
    fields,
    by: await somebody(site, 'editor'),
    entries: [{ action, projectId: site.docs.id, subject }],
  };
}
