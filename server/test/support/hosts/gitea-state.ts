import type { GiteaAutomation } from './gitea-automation.ts';
import type { HostMerges } from './host-merges.ts';
import type { Asked } from './stand-in.ts';

export interface GiteaUser {
  id: number;
  login: string;
  /** In this repository. */
  permission: 'none' | 'read' | 'write' | 'admin' | 'owner';
}

export interface GiteaPullRequest {
  number: number;
  state: 'open' | 'closed';
  merged: boolean;
  /** The head of the base branch when it was merged. */
  mergeCommit: string | undefined;
  /** The account that merged it by the API. */
  mergedBy?: string;
  headRef: string;
  /** The repository of its branch. */
  headRepository: number;
  baseRef: string;
  title: string;
  body: string;
  labels: number[];
  reviewers: string[];
  author: string;
  /** The last commit, which `refs/pull/1/head` keeps after the end. */
  endedWith: string | undefined;
  updatedAt: Date;
}

export interface GiteaComment {
  id: number;
  issue: number;
  author: string;
  body: string;
  createdAt: Date;
}

export interface GiteaReview {
  id: number;
  pullRequest: number;
  state: 'APPROVED' | 'COMMENT' | 'REQUEST_CHANGES' | 'PENDING' | 'REQUEST_REVIEW';
  author: string;
  body: string;
  commit: string;
  /** When its author began to write it, and when it was submitted. */
  begunAt: Date;
  givenAt: Date;
  lines: GiteaLine[];
}

/** A review comment on a line, or a reply to one. */
export interface GiteaLine extends NewLine {
  id: number;
  author: string;
  createdAt: Date;
}

export interface NewLine {
  path: string;
  position: number;
  diffHunk: string;
  body: string;
}

/** The state of a stand-in; a test changes it as people at the host would. */
export interface GiteaState {
  id: number;
  /** `owner/name`. */
  path: string;
  /** Its former name; requests for that are redirected. */
  formerPath: string | undefined;
  archived: boolean;
  hasPullRequests: boolean;
  mirror: boolean;
  defaultBranch: string;
  protections: object[];
  version: string;
  users: GiteaUser[];
  tokens: Map<string, { login: string; scopes: string[] }>;
  labels: { id: number; name: string }[];
  labelsOfOwner: { id: number; name: string }[];
  pullRequests: GiteaPullRequest[];
  comments: GiteaComment[];
  reviews: GiteaReview[];
  automation: GiteaAutomation;
  /** The methods of merging that the repository allows, and how it merges. */
  mergeMethods: string[];
  merges: HostMerges | undefined;
  /** Numbers are never reused. */
  lastId: number;
  /** The commit of a branch; undefined when the branch does not exist. A real repository may answer. */
  head: (branch: string) => Promise<string | undefined>;
  now: () => Date;
}

/** What carrying out a request needs. */
export interface Scene {
  state: GiteaState;
  asked: Asked;
  origin: string;
  user: GiteaUser;
}

export function addComment(state: GiteaState, said: { on: number; author: string; body: string }): GiteaComment {
  state.lastId += 1;
  const { on: issue, author, body } = said;
  const comment = { id: state.lastId, issue, author, body, createdAt: state.now() };
  state.comments.push(comment);
  touch(state, issue);
  return comment;
}

export interface NewReview {
  on: number;
  author: string;
  body: string;
  lines?: NewLine[];
  /** Defaults to the time of submission, as for a review written at once. */
  begunAt?: Date;
}

export function addReview(state: GiteaState, said: NewReview & { commit: string }): GiteaReview {
  const { on: pullRequest, author, body, commit, lines = [] } = said;
  state.lastId += 1;
  const id = state.lastId;
  const givenAt = state.now();
  const begunAt = said.begunAt ?? givenAt;
  const numbered = lines.map((line, index) => ({ ...line, id: id * 100 + index, author, createdAt: begunAt }));
  const review: GiteaReview = {
    id,
    pullRequest,
    state: 'COMMENT',
    author,
    body,
    commit,
    begunAt,
    givenAt,
    lines: numbered,
  };
  state.reviews.push(review);
  touch(state, pullRequest);
  return review;
}

/** Replies in the thread of a line. The reply then belongs to the review, too. */
export function addReply(state: GiteaState, to: GiteaReview, said: { author: string; body: string }): GiteaLine {
  const [first] = to.lines;
  if (first === undefined) throw new Error('The review has no thread.');
  const reply = { ...first, ...said, id: first.id + to.lines.length, createdAt: state.now() };
  to.lines.push(reply);
  touch(state, to.pullRequest);
  return reply;
}

function touch(state: GiteaState, number: number): void {
  const found = state.pullRequests.find((one) => one.number === number);
  if (found) found.updatedAt = state.now();
}
