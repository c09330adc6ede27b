import { z } from 'zod';
import type { PullRequest } from '../code-host.ts';

/** The fields that Copydesk needs of a pull request in GitHub's replies and webhooks. */
export const Pull = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged_at: z.string().nullish(),
  /**
   * For an open one, a commit that only tests the merge (https://docs.github.com/rest/pulls/pulls#get-a-pull-request).
   */
  merge_commit_sha: z.string().nullish(),
  /** Null when its text is empty. */
  body: z.string().nullish(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  /** `repo` is null when the fork that it came from was deleted. */
  head: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ id: z.int() }).nullish() }),
  base: z.object({ ref: z.string(), repo: z.object({ id: z.int() }) }),
});

export type Pull = z.infer<typeof Pull>;

/** The account that wrote something; null when the account was deleted. */
export const Author = z.object({ login: z.string(), type: z.string().optional() }).nullish();

/** The common fields of comments and reviews, also in webhooks. */
export const Written = z.object({ id: z.int(), body: z.string().nullish(), html_url: z.string(), user: Author });

export type Written = z.infer<typeof Written>;

export const IssueComment = Written.extend({ created_at: z.string(), updated_at: z.string() });

export const ReviewComment = Written.extend({
  in_reply_to_id: z.int().nullish(),
  pull_request_review_id: z.int().nullish(),
  pull_request_url: z.string(),
  path: z.string(),
  /** Null when the lines are no longer part of the change. */
  line: z.int().nullish(),
  original_line: z.int().nullish(),
  diff_hunk: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type ReviewComment = z.infer<typeof ReviewComment>;

/** The time is absent while it is pending. */
export const Review = Written.extend({ submitted_at: z.string().nullish() });

export function pullRequestOf(pull: Pull): PullRequest {
  const { number, html_url: link, state, merged_at: mergedAt, merge_commit_sha: mergeCommit, head, base } = pull;
  const ended = mergedAt === null || mergedAt === undefined ? 'closed' : 'merged';
  return {
    number,
    link,
    state: state === 'open' ? 'open' : ended,
    headRef: head.ref,
    baseRef: base.ref,
    headCommit: head.sha,
    ...(ended === 'merged' && mergeCommit && { mergeCommit }),
  };
}

/** Whether it comes from a branch of the repository itself: forks may have branches of the same name. */
export function isOwn(pull: Pull): boolean {
  return pull.head.repo?.id === pull.base.repo.id;
}

/** https://docs.github.com/rest/checks/runs */
export const CheckRun = z.object({
  id: z.int(),
  name: z.string(),
  head_sha: z.string(),
  /** `completed`, or a status before that. */
  status: z.string(),
  conclusion: z.string().nullish(),
  html_url: z.string().nullish(),
  details_url: z.string().nullish(),
  output: z
    .object({
      title: z.string().nullish(),
      summary: z.string().nullish(),
      text: z.string().nullish(),
      annotations_count: z.int().optional(),
    })
    .nullish(),
  /** Null when the App was deleted. */
  app: z.object({ slug: z.string().optional() }).nullish(),
});

export type CheckRun = z.infer<typeof CheckRun>;

/** https://docs.github.com/rest/commits/statuses */
export const CommitStatus = z.object({
  context: z.string(),
  state: z.enum(['success', 'pending', 'failure', 'error']),
  target_url: z.string().nullish(),
  description: z.string().nullish(),
  updated_at: z.string(),
});

export type CommitStatus = z.infer<typeof CommitStatus>;
