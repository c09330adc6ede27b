import { z } from 'zod';

// The fields of Bitbucket's replies and webhooks that are read, and no more
// (https://developer.atlassian.com/cloud/bitbucket/rest/, https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/).

export const Account = z.object({
  /** In braces: `{504c3b62-8120-4f0c-a7bc-87800b9d6f70}`. */
  uuid: z.string(),
  /** `user` for a person; `app_user`, `team` and others for programs. */
  type: z.string().nullish(),
  /** Not unique: each person chooses it. */
  nickname: z.string().nullish(),
  display_name: z.string().nullish(),
});

export type Account = z.infer<typeof Account>;

const Link = z.object({ href: z.string() }).nullish();

const End = z.object({
  branch: z.object({ name: z.string() }),
  /** The first twelve digits; null when the branch is gone. */
  commit: z.object({ hash: z.string() }).nullish(),
  /** Null when the fork was deleted. */
  repository: z.object({ full_name: z.string() }).nullish(),
});

export const PullRequest = z.object({
  id: z.int(),
  state: z.enum(['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED']),
  title: z.string(),
  description: z.string().nullish(),
  draft: z.boolean().nullish(),
  links: z.object({ html: Link }),
  source: End,
  destination: End,
  merge_commit: z.object({ hash: z.string() }).nullish(),
  author: Account.nullish(),
  /** Only in the reply to a request for one pull request. */
  reviewers: z.array(z.object({ uuid: z.string() })).nullish(),
  updated_on: z.string().nullish(),
});

export type PullRequest = z.infer<typeof PullRequest>;

export const Comment = z.object({
  id: z.int(),
  content: z.object({ raw: z.string() }),
  user: Account.nullish(),
  created_on: z.string().nullish(),
  deleted: z.boolean().nullish(),
  /** `to` is the line in the new file, `from` in the old one. */
  inline: z.object({ path: z.string(), to: z.int().nullish(), from: z.int().nullish() }).nullish(),
  parent: z.object({ id: z.int() }).nullish(),
  links: z.object({ html: Link }).nullish(),
});

export type Comment = z.infer<typeof Comment>;

/** One entry of the activity of all pull requests. */
export const Activity = z.object({ pull_request: z.object({ id: z.int() }), comment: Comment.nullish() });

export const Commit = z.object({ hash: z.string() });

export const Branch = z.object({ name: z.string(), target: Commit });

export const Repository = z.object({
  full_name: z.string(),
  /** Null when it has no commits. */
  mainbranch: z.object({ name: z.string() }).nullish(),
});

export type Repository = z.infer<typeof Repository>;

export const CommitStatus = z.object({
  /** Unique among the statuses of a commit. */
  key: z.string(),
  state: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
});

export type CommitStatus = z.infer<typeof CommitStatus>;

export const Pipeline = z.object({ uuid: z.string(), build_number: z.int() });

const State = z.object({ result: z.object({ name: z.string() }).nullish() });

export const PipelineStep = z.object({ uuid: z.string(), state: State.nullish() });

export const DefaultReviewer = z.object({ user: Account });

export const RepositoryPermission = z.object({ permission: z.string(), user: Account.nullish() });

export const Refusal = z.object({
  error: z.object({
    message: z.string(),
    /** A sentence; for a missing scope, those that the token has and those that it needs. */
    detail: z.unknown().optional(),
    /** What is wrong, by field. */
    fields: z.record(z.string(), z.unknown()).nullish(),
  }),
});
