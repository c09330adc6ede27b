import { createHash, randomBytes } from 'node:crypto';
import type { GithubAutomation } from './github-automation.ts';

/** What a token may do at the stand-in. */
export interface GithubAccount {
  login: string;
  type: 'User' | 'Bot';
  /** For a fine-grained token or an installation, by name; undefined for a classic token. */
  permissions?: Record<string, 'read' | 'write'>;
  /** For a classic token. */
  scopes?: string;
  /** In GitHub's format: `2027-01-01 00:00:00 UTC`. */
  expires?: string;
  /** For an installation: the repositories it has access to, by name without the owner. */
  repositories?: string[];
}

export type Role = 'read' | 'triage' | 'write' | 'maintain' | 'admin';

export interface GithubPull {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  draft: boolean;
  headRef: string;
  /** The last commit after the end; while it is open, the branch decides. */
  headSha: string;
  baseRef: string;
  author: GithubAccount;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  mergedAt: string | null;
  mergeCommit: string | null;
  /** The account that merged it by the API. */
  mergedBy?: GithubAccount;
  labels: string[];
  reviewers: string[];
  teams: string[];
}

export interface GithubComment {
  id: number;
  /** The number of the pull request or the issue. */
  number: number;
  kind: 'issue' | 'review-comment' | 'review';
  body: string;
  author: GithubAccount;
  createdAt: string;
  updatedAt: string;
  inReplyTo?: number;
  path?: string;
  line?: number | null;
  hunk?: string;
}

/** A repository of the stand-in. */
export interface GithubRepository {
  id: number;
  /** `owner/name`. */
  name: string;
  private: boolean;
  archived: boolean;
  /** Requests for a former name are redirected. */
  formerNames: string[];
  defaultBranch: string;
  /** Whether its plan includes drafts. */
  hasDrafts: boolean;
  /** The bare repository that has its branches; without one, `heads` applies. */
  gitDirectory: string | undefined;
  heads: Map<string, string>;
  roles: Map<string, Role>;
  labels: Set<string>;
  teams: Set<string>;
  /** Rules as `GET …/rules/branches/…` lists them, for branches with a prefix. */
  rules: { prefix: string; type: string; ruleset_id: number; bypass?: string }[];
  pulls: GithubPull[];
  /** The numbers of issues that are no pull requests. */
  issues: number[];
  comments: GithubComment[];
  automation: GithubAutomation;
  /** The methods of merging that it allows. */
  mergeMethods: string[];
  /** Why a rule of the branch refuses every merge; undefined when none does. */
  mergeRule: string | undefined;
  /** Something that happens when a request to merge has arrived, and before it is carried out. */
  beforeMerge: (() => Promise<void>) | undefined;
}

export function newRepository(id: number, name: string, options: Partial<GithubRepository>): GithubRepository {
  return {
    id,
    name,
    private: true,
    archived: false,
    formerNames: [],
    defaultBranch: 'main',
    hasDrafts: true,
    gitDirectory: undefined,
    heads: new Map([['main', 'a'.repeat(40)]]),
    roles: new Map(),
    labels: new Set(),
    teams: new Set(),
    rules: [],
    pulls: [],
    issues: [],
    comments: [],
    automation: { runs: [], statuses: [], deployments: [], logs: new Map() },
    mergeMethods: ['merge', 'squash', 'rebase'],
    mergeRule: undefined,
    beforeMerge: undefined,
    ...options,
  };
}

export function madeUpSha(): string {
  return randomBytes(20).toString('hex');
}

export function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('hex')}"`;
}
