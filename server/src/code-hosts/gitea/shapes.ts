import { z } from 'zod';

// The fields of replies of Gitea and Forgejo that are read, and no more. Both publish the same descriptions of them
// (https://docs.gitea.com/api/, https://codeberg.org/swagger.v1.json).

const Account = z.object({ id: z.int().nullish(), login: z.string() });

const Place = z.object({
  /** The name of the branch, also when it was deleted; '' for a pull request without a branch. */
  label: z.string().nullish(),
  /** The branch, or `refs/pull/1/head` when it was deleted. */
  ref: z.string(),
  /** -1 when the repository was deleted. */
  repo_id: z.int().nullish(),
  sha: z.string().nullish(),
});

export const PullRequest = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean().nullish(),
  merge_commit_sha: z.string().nullish(),
  title: z.string().nullish(),
  draft: z.boolean().nullish(),
  body: z.string().nullish(),
  head: Place,
  base: Place,
  updated_at: z.string().nullish(),
});

export type PullRequest = z.infer<typeof PullRequest>;

export const User = Account;

export const Repository = z.object({
  full_name: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty: z.boolean().nullish(),
  mirror: z.boolean().nullish(),
  has_pull_requests: z.boolean().nullish(),
  permissions: z
    .object({ pull: z.boolean().nullish(), push: z.boolean().nullish(), admin: z.boolean().nullish() })
    .nullish(),
});

export type Repository = z.infer<typeof Repository>;

export const Comment = z.object({
  id: z.int(),
  body: z.string(),
  user: Account.nullish(),
  html_url: z.string().nullish(),
  /** '' for a comment of an issue. */
  pull_request_url: z.string().nullish(),
  created_at: z.string().nullish(),
});

export type Comment = z.infer<typeof Comment>;

export const Review = z.object({
  id: z.int(),
  /**
   * APPROVED, COMMENT, REQUEST_CHANGES; PENDING while it is being written, REQUEST_REVIEW when it is only requested.
   */
  state: z.string(),
  body: z.string().nullish(),
  user: Account.nullish(),
  commit_id: z.string().nullish(),
  html_url: z.string().nullish(),
  /** When it was started, which may be long before it was submitted. */
  submitted_at: z.string().nullish(),
  /** When it was submitted. */
  updated_at: z.string().nullish(),
  comments_count: z.int().nullish(),
});

export type Review = z.infer<typeof Review>;

export const ReviewComment = z.object({
  id: z.int(),
  body: z.string(),
  user: Account.nullish(),
  path: z.string(),
  /** The line in the new file; 0 when it is about a deleted line. */
  position: z.int().nullish(),
  original_position: z.int().nullish(),
  diff_hunk: z.string().nullish(),
  html_url: z.string().nullish(),
  created_at: z.string().nullish(),
});

export type ReviewComment = z.infer<typeof ReviewComment>;

export const Label = z.object({ id: z.int(), name: z.string() });

export const Branch = z.object({
  name: z.string(),
  protected: z.boolean().nullish(),
  commit: z.object({ id: z.string() }).nullish(),
});

export const BranchRule = z.object({
  rule_name: z.string().nullish(),
  branch_name: z.string().nullish(),
  enable_push: z.boolean().nullish(),
  enable_push_whitelist: z.boolean().nullish(),
  push_whitelist_usernames: z.array(z.string()).nullish(),
});

export const Reference = z.object({ ref: z.string(), object: z.object({ sha: z.string() }) });

export const CommitStatus = z.object({
  /** Increases with each status of a commit. */
  id: z.int(),
  /** pending, success, error, failure, warning; in newer versions also skipped. */
  status: z.string(),
  context: z.string(),
  target_url: z.string().nullish(),
  description: z.string().nullish(),
});

export type CommitStatus = z.infer<typeof CommitStatus>;
