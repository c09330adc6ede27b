import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { guarded } from './guarded.ts';
import type { Guard } from './guarded.ts';
import { newestPullRequestOfBranch } from './read.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest } from './pull-request.ts';
import { notFound } from './refusals.ts';
import { updatePullRequest } from './update.ts';

/** What a pull request is opened with. */
export interface NewPullRequest {
  projectId: string;
  jobId: string;
  headRef: string;
  baseRef: string;
  headCommit: string;
  baseCommit: string;
  title: string;
  description: string;
  /** Whether people must look at it before it may be merged. */
  asDraft?: boolean;
}

/**
 * Opens a pull request. When the branch already has an open one, that is updated to the draft and returned. One that
 * ended with exactly the same commit is returned as it is, so that opening again never opens a second one.
 *
 * @param guard called before the new or updated pull request is committed. When it throws, the change is undone.
 * @throws CopydeskError `not_found` when the project does not exist.
 */
export async function openPullRequest(db: Database, draft: NewPullRequest, guard?: Guard): Promise<PullRequest> {
  const opened = await insertNumbered(db, draft, guard);
  if (opened !== undefined) return opened;
  const newest = await newestPullRequestOfBranch(db, draft.projectId, draft.headRef);
  if (newest === undefined) throw notFound();
  if (newest.state !== 'open') return newest;
  return await updatePullRequest(db, { ...draft, number: newest.number }, guard);
}

/**
 * Numbers and inserts in one statement, so that a number is used exactly when its row exists. When two callers open the
 * same branch at once, both may pass `not exists` (the snapshot is older than the wait for the project's row). Then the
 * unique index undoes the whole statement of the second one, including its number.
 */
async function insertNumbered(
  db: Database,
  draft: NewPullRequest,
  guard: Guard | undefined,
): Promise<PullRequest | undefined> {
  try {
    const row = await guarded(db, guard, (transaction) => insertStatement(transaction, draft).executeTakeFirst());
    return row && presentPullRequest(row);
  } catch (error) {
    if (isDuplicateOfOpen(error)) return undefined;
    throw error;
  }
}

function insertStatement(db: DatabaseTransaction, draft: NewPullRequest) {
  return db
    .with('numbered', (query) =>
      query
        .updateTable('project')
        .set((eb) => ({ last_pull_request: eb('last_pull_request', '+', 1) }))
        .where('id', '=', draft.projectId)
        .where((eb) => eb.not(eb.exists(sameChange(db, draft))))
        .returning('last_pull_request'),
    )
    .insertInto('pull_request')
    .columns([
      'project_id',
      'number',
      'job_id',
      'title',
      'description',
      'base_ref',
      'head_ref',
      'base_commit',
      'head_commit',
      'draft',
    ])
    .expression((eb) =>
      eb
        .selectFrom('numbered')
        .select((select) => [
          select.val(draft.projectId).as('project_id'),
          'numbered.last_pull_request',
          select.val(draft.jobId).as('job_id'),
          select.val(draft.title).as('title'),
          select.val(draft.description).as('description'),
          select.val(draft.baseRef).as('base_ref'),
          select.val(draft.headRef).as('head_ref'),
          select.val(draft.baseCommit).as('base_commit'),
          select.val(draft.headCommit).as('head_commit'),
          select.val(draft.asDraft ?? false).as('draft'),
        ]),
    )
    .returning(presentedColumns);
}

function sameChange(db: DatabaseTransaction, draft: NewPullRequest) {
  return db
    .selectFrom('pull_request')
    .select('number')
    .where('project_id', '=', draft.projectId)
    .where('head_ref', '=', draft.headRef)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('head_commit', '=', draft.headCommit)]));
}

/** PostgreSQL's unique_violation of the one index that allows one open pull request per branch. */
function isDuplicateOfOpen(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'pull_request_open_by_head';
}
