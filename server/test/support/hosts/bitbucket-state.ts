import type { Asked } from './stand-in.ts';

export interface BitbucketAccount {
  uuid: string;
  nickname: string;
  type: 'user' | 'app_user';
  /** In this repository. */
  permission: 'none' | 'read' | 'write' | 'admin';
}

export interface BitbucketPullRequest {
  id: number;
  state: 'OPEN' | 'MERGED' | 'DECLINED' | 'SUPERSEDED';
  title: string;
  description: string;
  draft: boolean;
  headRef: string;
  baseRef: string;
  /** The repository of its branch; null for a fork that was deleted. */
  from: string | null;
  author: string;
  /** UUIDs. */
  reviewers: string[];
  endedWith: string | undefined;
  mergeCommit: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

export interface BitbucketComment {
  id: number;
  pullRequest: number;
  author: string;
  body: string;
  parent: number | undefined;
  inline: { path: string; to: number | null; from: number | null } | undefined;
  createdAt: Date;
}

export interface BitbucketStatus {
  commit: string;
  key: string;
  name: string;
  state: 'INPROGRESS' | 'SUCCESSFUL' | 'FAILED' | 'STOPPED';
  url: string;
  description: string;
}

export interface BitbucketPipeline {
  uuid: string;
  number: number;
  steps: { uuid: string; result: string; log: string }[];
}

/** The state of a stand-in; a test changes it as people at the host would. */
export interface BitbucketState {
  /** `workspace/repo_slug`. */
  path: string;
  /** Its former name; requests for that are redirected. */
  formerPath: string | undefined;
  /** Undefined for a repository without commits. */
  mainBranch: string | undefined;
  accounts: BitbucketAccount[];
  /** By the token; with an e-mail address for an API token. */
  tokens: Map<string, { uuid: string; scopes: string[]; email?: string }>;
  /** UUIDs. */
  defaultReviewers: string[];
  pullRequests: BitbucketPullRequest[];
  comments: BitbucketComment[];
  statuses: BitbucketStatus[];
  pipelines: BitbucketPipeline[];
  /** The ids of the pull requests that brought a commit, once the index is installed. */
  indexed: Map<string, number[]>;
  /** All commits whose ids were given out. */
  commits: Set<string>;
  lastId: number;
  /** The commit of a branch; undefined when the branch does not exist. A real repository may answer. */
  head: (branch: string) => Promise<string | undefined>;
  now: () => Date;
}

/** What carrying out a request needs. */
export interface BitbucketScene {
  state: BitbucketState;
  asked: Asked;
  origin: string;
  account: BitbucketAccount;
}

export const bot = '{00000000-0000-4000-8000-000000000001}';
export const wren = '{00000000-0000-4000-8000-000000000002}';
export const guest = '{00000000-0000-4000-8000-000000000003}';

export function addComment(
  state: BitbucketState,
  said: { on: number; author: string; body: string } & Partial<Pick<BitbucketComment, 'parent' | 'inline'>>,
): BitbucketComment {
  state.lastId += 1;
  const { on: pullRequest, author, body, parent, inline } = said;
  const comment = { id: state.lastId, pullRequest, author, body, parent, inline, createdAt: state.now() };
  state.comments.push(comment);
  return comment;
}
