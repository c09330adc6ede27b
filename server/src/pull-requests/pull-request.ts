import type { Selectable } from 'kysely';
import type { PullRequest as PullRequestTable } from '../postgres/schema.ts';

/** A pull request of the local code host. */
export interface PullRequest {
  projectId: string;
  /** Counts from 1 within the project, without gaps. */
  number: number;
  jobId: string | null;
  title: string;
  /** Markdown. */
  description: string;
  baseRef: string;
  headRef: string;
  /**
   * The commit where the branch began; for a merged pull request, the commit of the base branch that its change is
   * compared with.
   */
  baseCommit: string;
  headCommit: string;
  state: PullRequestState;
  /** Whether it must be marked as ready before it may be merged. */
  draft: boolean;
  mergeCommit: string | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
  /** The name of the person or key that merged or closed it. */
  endedBy: string | null;
}

export type PullRequestState = 'open' | 'merged' | 'closed';

/** The columns that {@link presentPullRequest} reads. */
export const presentedColumns = [
  'project_id',
  'number',
  'job_id',
  'title',
  'description',
  'base_ref',
  'head_ref',
  'base_commit',
  'head_commit',
  'state',
  'draft',
  'merge_commit',
  'created_at',
  'updated_at',
  'ended_at',
  'ended_by',
] as const;

export type PullRequestRow = Pick<Selectable<PullRequestTable>, (typeof presentedColumns)[number]>;

export function presentPullRequest(row: PullRequestRow): PullRequest {
  return {
    projectId: row.project_id,
    number: row.number,
    jobId: row.job_id,
    title: row.title,
    description: row.description,
    baseRef: row.base_ref,
    headRef: row.head_ref,
    baseCommit: row.base_commit,
    headCommit: row.head_commit,
    state: stateOf(row.state),
    draft: row.draft,
    mergeCommit: row.merge_commit,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
  };
}

/** The table's check allows no other text. */
function stateOf(state: string): PullRequestState {
  return state === 'merged' || state === 'closed' ? state : 'open';
}
