import type { Database } from '../postgres/database.ts';
import { openPullRequest } from './open.ts';
import type { NewPullRequest } from './open.ts';
import type { PullRequest } from './pull-request.ts';
import { newestPullRequestOfBranch, readPullRequest } from './read.ts';
import { updatePullRequest } from './update.ts';

/** The pull requests of one project, as its local code host keeps them. */
export interface PullRequestStore {
  newest(headRef: string): Promise<PullRequest | undefined>;
  read(number: number): Promise<PullRequest | undefined>;
  open(draft: Omit<NewPullRequest, 'projectId'>): Promise<PullRequest>;
  update(number: number, draft: Omit<NewPullRequest, 'projectId'>): Promise<PullRequest>;
}

export function pullRequestStore(db: Database, projectId: string): PullRequestStore {
  return {
    newest: (headRef) => newestPullRequestOfBranch(db, projectId, headRef),
    read: (number) => readPullRequest(db, projectId, number),
    open: (draft) => openPullRequest(db, { ...draft, projectId }),
    update: (number, draft) => updatePullRequest(db, { ...draft, projectId, number }),
  };
}
