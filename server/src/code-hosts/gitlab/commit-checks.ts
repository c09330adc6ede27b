import { previewIn, previewsOf } from '../checks/previews.ts';
import { commitCheck, previewOf } from '../checks/commit-check.ts';
import type { CommitCheck, CommitChecks, Preview } from '../host-checks.ts';
import type { HostList } from '../requests/api-client.ts';
import type { GitLabClient } from './client.ts';
import { CommitStatus, Deployment, Job, Pipeline } from './shapes.ts';

const mostPages = 3;
const purpose = 'read checks';

/**
 * Returns the jobs of the commit's newest pipeline, the statuses that services have set, and the addresses of its
 * deployments. Sends at most nine requests: one for pipelines, three pages of jobs, three of statuses, and two of
 * deployments.
 */
export async function checksOf(client: GitLabClient, commit: string): Promise<CommitChecks> {
  const pipeline = await newestPipeline(client, commit);
  const jobs = pipeline === undefined ? noChecks : await client.readable(Job, purpose, jobsOf(client, pipeline));
  const statuses = await client.readable(CommitStatus, purpose, {
    path: `${client.project}/repository/commits/${commit}/statuses`,
    most: mostPages,
  });
  const names = new Set(jobs.found.map(({ name }) => name));
  // The list also contains jobs, including those of older pipelines.
  const external = newestOfEach(statuses.found.filter((one) => !names.has(one.name) && !isJob(one)));
  return {
    checks: [...jobs.found.map((job) => jobCheck(job, pipeline)), ...external.map(statusCheck)],
    previews: previewsOf([
      ...(await deploymentsOf(client, commit)),
      ...external
        .filter(({ status }) => status === 'success')
        .map(({ name, target_url: link }) => previewIn({ name, link })),
    ]),
    isWhole: jobs.isWhole && statuses.isWhole,
  };
}

const noChecks = { found: [], isWhole: true };

/** A pipeline that contains only statuses of services has the source `external`, and no jobs. */
async function newestPipeline(client: GitLabClient, commit: string): Promise<Pipeline | undefined> {
  const query = { sha: commit, order_by: 'id', sort: 'desc', per_page: 20 };
  const { found } = await client.readable(Pipeline, purpose, { path: `${client.project}/pipelines`, query, most: 1 });
  return found.find(({ source }) => source !== 'external');
}

function jobsOf({ project }: GitLabClient, { id }: Pipeline): HostList {
  return { path: `${project}/pipelines/${id}/jobs`, most: mostPages };
}

/** https://docs.gitlab.com/api/jobs/: a job that waits for a person, or for a later time, does not count as running. */
const states: Readonly<Record<string, CommitCheck['state']>> = {
  created: 'running',
  waiting_for_resource: 'running',
  preparing: 'running',
  pending: 'running',
  running: 'running',
  canceling: 'running',
  success: 'passed',
  failed: 'failed',
};

function jobCheck(job: Job, pipeline: Pipeline | undefined): CommitCheck {
  // After a job that somebody has to start, or one that failed, this job may never start.
  const isStuck = job.status === 'created' && endedStates.has(pipeline?.status ?? '');
  return commitCheck({
    key: `job ${job.id}`,
    name: job.name,
    state: isStuck ? 'skipped' : stateOf(job),
    link: job.web_url,
    summary: [job.failure_reason?.replaceAll('_', ' ')],
  });
}

const endedStates = new Set(['success', 'failed', 'canceled', 'skipped', 'manual']);

function stateOf({ status, allow_failure: mayFail }: Pick<Job, 'status' | 'allow_failure'>): CommitCheck['state'] {
  const state = states[status] ?? 'skipped';
  return state === 'failed' && mayFail === true ? 'skipped' : state;
}

function statusCheck(one: CommitStatus): CommitCheck {
  const { name, target_url: link, description } = one;
  return commitCheck({ key: `status ${name}`, name, state: stateOf(one), link, summary: [description] });
}

function isJob({ id, target_url: link }: CommitStatus): boolean {
  return new RegExp(`/(?:-/jobs|builds)/${id}$`).test(link ?? '');
}

function newestOfEach(statuses: readonly CommitStatus[]): CommitStatus[] {
  const newest = new Map<string, CommitStatus>();
  for (const status of statuses) {
    if ((newest.get(status.name)?.id ?? 0) < status.id) newest.set(status.name, status);
  }
  return [...newest.values()];
}

/** Deployments cannot be filtered by commit: recent ones are among the newest two hundred, unless too many are made. */
async function deploymentsOf(client: GitLabClient, commit: string): Promise<(Preview | undefined)[]> {
  const query = { order_by: 'id', sort: 'desc', status: 'success' };
  const list = { path: `${client.project}/deployments`, query, most: 2 };
  const { found } = await client.readable(Deployment, purpose, list);
  return found
    .filter(({ sha }) => sha === commit)
    .map(({ environment }) => previewOf(environment?.name, environment?.external_url));
}
