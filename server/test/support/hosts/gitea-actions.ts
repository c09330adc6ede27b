import type { GiteaAutomation } from './gitea-automation.ts';
import type { Scene } from './gitea-state.ts';
import type { Answer } from './stand-in.ts';

/** Lists the newest first (models/git/commit_status.go of Gitea); an empty list when it is not a commit. */
export function statusesOf({ statuses }: GiteaAutomation, more: string): object[] {
  const commit = /^\/([^/]+)\/statuses$/.exec(more)?.[1];
  return statuses.filter(({ sha }) => sha === commit).toReversed();
}

/**
 * Routes of Actions. The page URL of a run contains its number; that of a job contains its position among the jobs, or
 * its number (services/convert of Gitea). Only owners may list runs (routers/api/v1/api.go).
 */
export function actionRoutes({ state, asked, origin, user }: Scene, more: string): Answer | undefined {
  const { runs, logs, hasNumberedPages = false } = state.automation;
  if (runs === undefined) return undefined;
  if (more === '/runs' && user.permission !== 'owner') {
    return { status: 403, body: { message: 'user should be the owner of the repo' } };
  }
  const page = (run: number): string => `${origin}/${state.path}/actions/runs/${run}`;
  if (more === '/runs') {
    const found = runs.filter(({ head_sha: sha }) => sha === asked.query.head_sha);
    const shown = found.map(({ id, head_sha }) => ({ id, head_sha, html_url: page(id) }));
    return { status: 200, body: { workflow_runs: shown, total_count: shown.length } };
  }
  const shownJobs = ({ id, jobs }: (typeof runs)[number]) =>
    jobs.map((job, place) => ({
      ...job,
      run_id: id,
      html_url: `${page(id)}/jobs/${hasNumberedPages ? job.id : place}`,
    }));
  const run = runs.find(({ id }) => more === `/runs/${id}/jobs`);
  if (run !== undefined) return { status: 200, body: { jobs: shownJobs(run), total_count: run.jobs.length } };
  const job = runs.flatMap(shownJobs).find(({ id }) => more === `/jobs/${id}`);
  if (job !== undefined) return { status: 200, body: job };
  const log = logs.get(Number(/^\/jobs\/(\d+)\/logs$/.exec(more)?.[1]));
  return log === undefined ? undefined : { status: 200, body: log };
}
