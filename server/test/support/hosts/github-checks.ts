import type { GithubCheckRun } from './github-automation.ts';
import { refusals } from './github-faults.ts';
import type { GithubReply, GithubRequest } from './github-faults.ts';
import type { Asked, Route } from './github-routes.ts';
import type { GithubRepository } from './github-state.ts';

/** https://docs.github.com/rest/checks/runs, …/commits/statuses, …/actions/workflow-jobs, …/deployments */
export const automationRoutes: Route[] = [
  { method: 'GET', path: /^\/commits\/([^/]+)\/check-runs$/, needs: ['checks=read'], answer: listRuns },
  { method: 'GET', path: /^\/commits\/([^/]+)\/status$/, needs: ['statuses=read'], answer: combinedStatus },
  { method: 'GET', path: /^\/check-runs\/(\d+)$/, needs: ['checks=read'], answer: (asked) => found(runOf(asked)) },
  {
    method: 'GET',
    path: /^\/check-runs\/(\d+)\/annotations$/,
    needs: ['checks=read'],
    answer: (asked) => found(runOf(asked)?.annotations),
  },
  { method: 'GET', path: /^\/actions\/runs$/, needs: ['actions=read'], answer: listWorkflowRuns },
  { method: 'GET', path: /^\/actions\/runs\/(\d+)\/jobs$/, needs: ['actions=read'], answer: listJobs },
  { method: 'GET', path: /^\/actions\/jobs\/(\d+)$/, needs: ['actions=read'], answer: (asked) => found(runOf(asked)) },
  { method: 'GET', path: /^\/actions\/jobs\/(\d+)\/logs$/, needs: ['actions=read'], answer: redirectToLog },
  { method: 'GET', path: /^\/deployments$/, needs: ['deployments=read'], answer: listDeployments },
  {
    method: 'GET',
    path: /^\/deployments\/(\d+)\/statuses$/,
    needs: ['deployments=read'],
    answer: ({ repository, at }) =>
      found(repository.automation.deployments.find(({ id }) => id === Number(at[0]))?.statuses),
  },
];

/** Returns what anybody who knows the URL may read, as from the storage behind GitHub. */
export function storedLog(repositories: GithubRepository[], { path }: GithubRequest): GithubReply | undefined {
  const id = /^\/storage\/(\d+)$/u.exec(path)?.[1];
  if (id === undefined) return undefined;
  const log = repositories.map(({ automation }) => automation.logs.get(Number(id))).find((one) => one !== undefined);
  return log === undefined ? { status: 404 } : { status: 200, body: log };
}

function listRuns({ repository, at, request }: Asked): GithubReply {
  if (!isThere(repository, at[0])) return refusals.invalidText(`No commit found for SHA: ${at[0]}`);
  const all = repository.automation.runs.filter(({ head_sha: sha }) => sha === at[0]);
  return found({ total_count: all.length, check_runs: page(all, request.query) });
}

function combinedStatus({ repository, at, request }: Asked): GithubReply {
  if (!isThere(repository, at[0])) return refusals.invalidText(`No commit found for SHA: ${at[0]}`);
  const all = repository.automation.statuses.filter(({ sha }) => sha === at[0]);
  return found({ state: 'pending', sha: at[0], total_count: all.length, statuses: page(all, request.query) });
}

/** Whether a commit or a branch exists. */
function isThere({ heads, automation }: GithubRepository, ref: string | undefined): boolean {
  if (ref === undefined) return false;
  const commits = [...heads.values(), ...automation.runs.map((run) => run.head_sha)];
  return heads.has(ref) || commits.includes(ref);
}

function runOf({ repository, at }: Asked): GithubCheckRun | undefined {
  return repository.automation.runs.find(({ id }) => id === Number(at[0]));
}

function listWorkflowRuns({ repository, request }: Asked): GithubReply {
  const sha = request.query.get('head_sha');
  const jobs = jobsOf(repository).filter((one) => one.head_sha === sha);
  const runs = new Map(jobs.map(({ workflow: { run, id } }) => [run, { id: run, workflow_id: id, event: 'push' }]));
  return found({ total_count: runs.size, workflow_runs: [...runs.values()] });
}

function listJobs({ repository, at, request }: Asked): GithubReply {
  const all = jobsOf(repository).filter(({ workflow }) => workflow.run === Number(at[0]));
  return found({ total_count: all.length, jobs: page(all, request.query) });
}

function jobsOf({ automation }: GithubRepository): GithubCheckRun[] {
  return automation.runs.filter(({ app }) => app.slug === 'github-actions');
}

function redirectToLog({ repository, at, apiUrl }: Asked): GithubReply {
  if (!repository.automation.logs.has(Number(at[0]))) return refusals.notFound();
  return { status: 302, headers: { location: `${apiUrl}/storage/${at[0]}?sig=of-this-address` } };
}

function listDeployments({ repository, request }: Asked): GithubReply {
  const sha = request.query.get('sha');
  const all = repository.automation.deployments.filter((one) => sha === null || one.sha === sha);
  return found(page(all, request.query));
}

function page<T>(all: T[], query: URLSearchParams): T[] {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

function found(body: unknown): GithubReply {
  return body === undefined ? refusals.notFound() : { status: 200, body };
}
