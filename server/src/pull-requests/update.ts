import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { guarded } from './guarded.ts';
import type { Guard } from './guarded.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest } from './pull-request.ts';
import { whyNotOpen } from './refusals.ts';

/** A further commit on the branch. Its title and description are added to the pull request's description. */
export interface PullRequestUpdate {
  projectId: string;
  number: number;
  headCommit: string;
  baseCommit: string;
  title: string;
  description: string;
  /** Whether it becomes a draft. An existing draft stays one: people decide when it is ready. */
  asDraft?: boolean;
}

/**
 * Updates an open pull request to a new commit of its branch. Its title stays. What the commit is about is added to the
 * description, once, however often this is repeated.
 *
 * @param guard called before the change is committed. When it throws, the change is undone.
 * @throws CopydeskError `pull_request_not_open` when it was merged or closed meanwhile, `not_found`.
 */
export async function updatePullRequest(db: Database, update: PullRequestUpdate, guard?: Guard): Promise<PullRequest> {
  const row = await guarded(db, guard, (transaction) => updateStatement(transaction, update).executeTakeFirst());
  if (row === undefined) throw await whyNotOpen(db, update.projectId, update.number);
  return presentPullRequest(row);
}

function updateStatement(db: DatabaseTransaction, update: PullRequestUpdate) {
  return db
    .updateTable('pull_request')
    .set({
      head_commit: update.headCommit,
      base_commit: update.baseCommit,
      description: sql<string>`
        case when head_commit = ${update.headCommit} then description else description || ${describeAddition(update)} end
      `,
      // Applied once for a commit: a person who marks it as ready after that has seen this commit.
      draft: sql<boolean>`draft or (${update.asDraft ?? false} and head_commit <> ${update.headCommit})`,
      updated_at: sql`now()`,
    })
    .where('project_id', '=', update.projectId)
    .where('number', '=', update.number)
    .where('state', '=', 'open')
    .returning(presentedColumns);
}

function describeAddition({ title, description }: PullRequestUpdate): string {
  return `\n\n---\n\n**${title}**\n\n${description}`;
}
