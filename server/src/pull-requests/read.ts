import type { Database } from '../postgres/database.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest, PullRequestState } from './pull-request.ts';

/** Returns a pull request of a project, or undefined when the project has none of that number. */
export async function readPullRequest(
  db: Database,
  projectId: string,
  number: number,
): Promise<PullRequest | undefined> {
  const row = await db
    .selectFrom('pull_request')
    .select(presentedColumns)
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && presentPullRequest(row);
}

/** Returns the newest pull request of a branch in whatever state, or undefined when it never had one. */
export async function newestPullRequestOfBranch(
  db: Database,
  projectId: string,
  headRef: string,
): Promise<PullRequest | undefined> {
  const row = await db
    .selectFrom('pull_request')
    .select(presentedColumns)
    .where('project_id', '=', projectId)
    .where('head_ref', '=', headRef)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && presentPullRequest(row);
}

export interface PullRequestPage {
  pullRequests: PullRequest[];
  /** The value of `before` for the next page; undefined on the last one. */
  nextBefore: number | undefined;
}

/** Lists a page of a project's pull requests, newest first: those with a number below `before`. */
export async function listPullRequests(
  db: Database,
  projectId: string,
  page: { state?: PullRequestState; before?: number; limit: number },
): Promise<PullRequestPage> {
  let query = db
    .selectFrom('pull_request')
    .select(presentedColumns)
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc')
    .limit(page.limit + 1);
  if (page.state !== undefined) query = query.where('state', '=', page.state);
  if (page.before !== undefined) query = query.where('number', '<', page.before);
  const rows = await query.execute();
  const pullRequests = rows.slice(0, page.limit).map(presentPullRequest);
  return { pullRequests, nextBefore: rows.length > page.limit ? pullRequests.at(-1)?.number : undefined };
}

/** Counts the pull requests of a project in each state. */
export async function countPullRequests(db: Database, projectId: string): Promise<Record<PullRequestState, number>> {
  const rows = await db
    .selectFrom('pull_request')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .groupBy('state')
    .execute();
  const of = (state: PullRequestState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: of('open'), merged: of('merged'), closed: of('closed') };
}
