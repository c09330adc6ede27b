import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { previewIn, previewsOf } from '../../checks/previews.ts';
import { commitCheck } from '../../checks/commit-check.ts';
import type { CommitCheck, CommitChecks } from '../../host-checks.ts';
import type { GithubClient } from '../client.ts';
import { deploymentsOf } from './deployments.ts';
import { CheckRun, CommitStatus } from '../shapes.ts';
import { workflowJobs } from './workflow-jobs.ts';

const pageSize = 100;
const mostPages = 3;

/**
 * Returns the newest check run of each name, the newest status of each context, and the addresses of deployments. Sends
 * at most sixteen requests: three pages of either list, or seven for the jobs of Actions when check runs may not be
 * read, one for deployments and five for their statuses. While nothing changes, they do not count against the rate
 * limit.
 */
export async function checksOf(client: GithubClient, commit: string): Promise<CommitChecks> {
  const runs = await runsOf(client, commit);
  const statuses = await pagesOf(
    (page) => {
      const asked = { ref: commit, per_page: pageSize, page };
      return client.askAgain(Statuses, 'GET /repos/{owner}/{repo}/commits/{ref}/status', asked);
    },
    ({ statuses: found }) => found,
  );
  const latest = newestOfEach(statuses.found);
  const passed = latest.filter(({ state }) => state === 'success');
  return {
    checks: [...runs.found.map(runCheck), ...latest.map(statusCheck)],
    previews: previewsOf([
      ...((await ifShown(() => deploymentsOf(client, commit))) ?? []),
      ...passed.map(({ context, target_url: link }) => previewIn({ name: context, link })),
    ]),
    isWhole: runs.isWhole && statuses.isWhole,
  };
}

async function runsOf(client: GithubClient, commit: string): Promise<Listed<CheckRun>> {
  const runs = await pagesOf(
    (page) => {
      const asked = { ref: commit, filter: 'latest', per_page: pageSize, page };
      return client.askAgain(Runs, 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs', asked);
    },
    ({ check_runs: found }) => found,
  );
  return runs.isShown ? runs : ((await ifShown(() => workflowJobs(client, commit))) ?? runs);
}

interface Listed<One> {
  found: One[];
  isWhole: boolean;
}

/**
 * What a credential may not read counts as absent, and so does a commit that GitHub does not know; `check` reports the
 * former.
 */
export async function ifShown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (unreadableCodes.some((code) => isCopydeskError(error, code))) return undefined;
    throw error;
  }
}

const unreadableCodes = ['code_host_forbidden', 'repository_not_found', 'pull_request_failed'] as const;

const Runs = z.object({ check_runs: z.array(CheckRun) });
const Statuses = z.object({ statuses: z.array(CommitStatus) });

async function pagesOf<Answer, One>(
  ask: (page: number) => Promise<Answer>,
  listed: (answer: Answer) => One[],
): Promise<Listed<One> & { isShown: boolean }> {
  const found: One[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await ifShown(() => ask(page));
    if (answer === undefined) return { found, isWhole: true, isShown: false };
    // A self-hosted server may return more than was requested.
    const next = listed(answer).slice(0, pageSize);
    found.push(...next);
    if (next.length < pageSize) return { found, isWhole: true, isShown: true };
  }
  return { found, isWhole: false, isShown: true };
}

function runCheck({ id, name, status, conclusion, html_url, details_url, output }: CheckRun): CommitCheck {
  return commitCheck({
    key: `check-run ${id}`,
    name,
    state: status === 'completed' ? (conclusions[conclusion ?? ''] ?? 'skipped') : 'running',
    link: html_url ?? details_url,
    summary: [output?.title, output?.summary],
  });
}

/** https://docs.github.com/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/about-status-checks */
const conclusions: Readonly<Record<string, CommitCheck['state']>> = {
  success: 'passed',
  failure: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
};

function statusCheck({ context, state, target_url: link, description }: CommitStatus): CommitCheck {
  const known = { success: 'passed', pending: 'running', failure: 'failed', error: 'failed' } as const;
  return commitCheck({ key: `status ${context}`, name: context, state: known[state], link, summary: [description] });
}

function newestOfEach(statuses: readonly CommitStatus[]): CommitStatus[] {
  const newest = new Map<string, CommitStatus>();
  for (const status of statuses) {
    const there = newest.get(status.context);
    if (there === undefined || there.updated_at < status.updated_at) newest.set(status.context, status);
  }
  return [...newest.values()];
}
