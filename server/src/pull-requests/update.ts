import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { guarded } from './guarded.ts';
import type { Guard } from './guarded.ts';
import { presentedColumns, presentPullRequest } from './pull-request.ts';
import type { PullRequest } from './pull-request.ts';
import { whyNotOpen } from './refusals.ts';

/** A further commit on the branch: its title and description are added to what the pull request says already. */
export interface PullRequestUpdate {
  projectId: string;
  number: number;
  headCommit: string;
  baseCommit: string;
  title: string;
  description: string;
  /** Whether it becomes a draft. One that is a draft stays one: it is for people to say that it is ready. */
  asDraft?: boolean;
}

/**
 * Brings an open pull request up to a new commit of its branch. Its title stays; what the commit is about is added to
 * the description, once however often this is repeated.
 *
 * @param guard asked before the change is committed; what it throws undoes it.
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
        case when head_commit = ${update.headCommit} then description else description || ${addition(update)} end
      `,
      // Said once: whoever marks it as ready after that has seen this commit.
      draft: sql<boolean>`draft or (${update.asDraft ?? false} and head_commit <> ${update.headCommit})`,
      updated_at: sql`now()`,
    })
    .where('project_id', '=', update.projectId)
    .where('number', '=', update.number)
    .where('state', '=', 'open')
    .returning(presentedColumns);
}

function addition({ title, description }: PullRequestUpdate): string {
  return `\n\n---\n\n**${title}**\n\n${description}`;
}
