import type { Answer, Asked } from './stand-in.ts';

export interface GitLabPipeline {
  id: number;
  sha: string;
  status: string;
  source: string;
}

export interface GitLabJob {
  id: number;
  pipeline: number;
  name: string;
  status: string;
  allow_failure: boolean;
  web_url: string;
  failure_reason: string | null;
}

export interface GitLabCommitStatus {
  id: number;
  sha: string;
  name: string;
  status: string;
  allow_failure: boolean;
  target_url: string | null;
  description: string | null;
}

export interface GitLabDeployment {
  id: number;
  sha: string;
  status: string;
  environment: { name: string; external_url: string | null };
}

/** What the automation of a project reported, newest last; traces by the number of their job. */
export interface GitLabAutomation {
  /** Whether CI/CD is switched on. */
  isOn: boolean;
  pipelines: GitLabPipeline[];
  jobs: GitLabJob[];
  statuses: GitLabCommitStatus[];
  deployments: GitLabDeployment[];
  traces: Map<number, string>;
}

/** Routes by the rest of the path after the project; lists are paged. Returns undefined for other paths. */
export function automationRoutes(said: GitLabAutomation, asked: Asked, rest: string): Answer | object[] | undefined {
  const found = routeOf(said, asked, rest);
  return found === undefined || said.isOn ? found : { status: 403, body: { message: '403 Forbidden' } };
}

function routeOf(said: GitLabAutomation, { query }: Asked, rest: string): Answer | object[] | undefined {
  if (rest === '/pipelines') {
    return said.pipelines.filter(({ sha }) => query.sha === undefined || sha === query.sha).toReversed();
  }
  if (rest === '/deployments') return said.deployments.filter(({ status }) => status === query.status).toReversed();
  const [, pipeline, commit, job] =
    /^\/(?:pipelines\/(\d+)\/jobs|repository\/commits\/([0-9a-f]+)\/statuses|jobs\/(\d+)\/trace)$/.exec(rest) ?? [];
  if (pipeline !== undefined) return said.jobs.filter((one) => one.pipeline === Number(pipeline));
  if (commit !== undefined) return said.statuses.filter(({ sha }) => sha === commit);
  if (job === undefined) return undefined;
  const trace = said.traces.get(Number(job));
  return trace === undefined ? { status: 404, body: { message: '404 Not Found' } } : { status: 200, body: trace };
}
