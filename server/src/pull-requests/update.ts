import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
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
}

/**
 * Brings an open pull request up to a new commit of its branch. Its title stays; what the commit is about is added to
 * the description, once however often this is repeated.
 *
 * @throws CopydeskError `pull_request_not_open` when it was merged or closed meanwhile, `not_found`.
 */
export async function updatePullRequest(db: Database, update: PullRequestUpdate): Promise<PullRequest> {
  const row = await db
    .updateTable('pull_request')
    .set({
      head_commit: update.headCommit,
      base_commit: update.baseCommit,
      description: sql<string>`
        case when head_commit = ${update.headCommit} then description else description || ${addition(update)} end
      `,
      updated_at: sql`now()`,
    })
    .where('project_id', '=', update.projectId)
    .where('number', '=', update.number)
    .where('state', '=', 'open')
    .returning(presentedColumns)
    .executeTakeFirst();
  if (row === undefined) throw await whyNotOpen(db, update.projectId, update.number);
  return presentPullRequest(row);
}

function addition({ title, description }: PullRequestUpdate): string {
  return `\n\n---\n\n**${title}**\n\n${description}`;
}
