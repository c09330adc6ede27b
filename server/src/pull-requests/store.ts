import type { Database } from '../postgres/database.ts';
import type { Guard } from './guarded.ts';
import { openPullRequest } from './open.ts';
import type { NewPullRequest } from './open.ts';
import type { PullRequest } from './pull-request.ts';
import { newestPullRequestOfBranch, readPullRequest } from './read.ts';
import { updatePullRequest } from './update.ts';

/** The pull requests of one project, as its local code host stores them. */
export interface PullRequestStore {
  newest(headRef: string): Promise<PullRequest | undefined>;
  read(number: number): Promise<PullRequest | undefined>;
  open(draft: Omit<NewPullRequest, 'projectId'>): Promise<PullRequest>;
  update(number: number, draft: Omit<NewPullRequest, 'projectId'>): Promise<PullRequest>;
}

/** @param guard called whenever a pull request is opened or updated, in the same transaction. */
export function pullRequestStore(db: Database, projectId: string, guard?: Guard): PullRequestStore {
  return {
    newest: (headRef) => newestPullRequestOfBranch(db, projectId, headRef),
    read: (number) => readPullRequest(db, projectId, number),
    open: (draft) => openPullRequest(db, { ...draft, projectId }, guard),
    update: (number, draft) => updatePullRequest(db, { ...draft, projectId, number }, guard),
  };
}
