import { z } from 'zod';
import type { GithubClient } from '../client.ts';
import { CheckRun } from '../shapes.ts';

/** How many workflows that one commit starts are read. */
const mostRuns = 5;

const Runs = z.object({ workflow_runs: z.array(z.object({ id: z.int(), workflow_id: z.int(), event: z.string() })) });

/** A job has the id, the name and the other read fields of its check run. */
const Job = CheckRun.omit({ output: true, app: true });

type Job = z.infer<typeof Job>;

/**
 * Returns the jobs of GitHub Actions that ran for a commit, as check runs: the newest run of each workflow and event.
 * No permission lets a fine-grained token read check runs, but `actions: read` lets it read these. Sends at most six
 * requests.
 */
export async function workflowJobs(
  client: GithubClient,
  commit: string,
): Promise<{ found: CheckRun[]; isWhole: boolean }> {
  const asked = { head_sha: commit, per_page: 30 };
  const answer = await client.askAgain(Runs, 'GET /repos/{owner}/{repo}/actions/runs', asked);
  const newest = new Map<string, number>();
  for (const { id, workflow_id: workflow, event } of answer.workflow_runs) {
    const key = `${workflow} ${event}`;
    newest.set(key, Math.max(id, newest.get(key) ?? 0));
  }
  const runs = [...newest.values()];
  const found: CheckRun[] = [];
  let isWhole = runs.length <= mostRuns;
  for (const id of runs.slice(0, mostRuns)) {
    const shape = z.object({ total_count: z.int(), jobs: z.array(Job) });
    const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs';
    const { total_count: count, jobs } = await client.askAgain(shape, route, { run_id: id, per_page: 100 });
    isWhole &&= jobs.length >= count;
    found.push(...jobs.map(asCheckRun));
  }
  return { found, isWhole };
}

export async function workflowJob(client: GithubClient, id: number): Promise<CheckRun> {
  return asCheckRun(await client.ask(Job, 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}', { job_id: id }));
}

function asCheckRun(job: Job): CheckRun {
  return { ...job, app: { slug: 'github-actions' } };
}
