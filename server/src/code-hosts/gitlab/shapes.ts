import { z } from 'zod';

// The fields of GitLab's replies that are read, and no more (https://docs.gitlab.com/api/rest/).

export const MergeRequest = z.object({
  iid: z.int(),
  web_url: z.string(),
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  source_branch: z.string(),
  target_branch: z.string(),
  title: z.string().nullish(),
  draft: z.boolean().nullish(),
  /** Null when the fork that it came from was deleted. */
  source_project_id: z.int().nullish(),
  target_project_id: z.int().nullish(),
  /** The last commit of the source branch; null while GitLab is still determining it, or when there is none. */
  sha: z.string().nullish(),
  /** Null unless it was merged with a merge commit. */
  merge_commit_sha: z.string().nullish(),
  /** Null unless its commits were squashed. */
  squash_commit_sha: z.string().nullish(),
  description: z.string().nullish(),
  user_notes_count: z.int().nullish(),
});

export type MergeRequest = z.infer<typeof MergeRequest>;

export const User = z.object({ id: z.int(), username: z.string() });

export type User = z.infer<typeof User>;

const Access = z.object({ access_level: z.int() }).nullish();

export const Project = z.object({
  id: z.int(),
  path_with_namespace: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty_repo: z.boolean().nullish(),
  merge_requests_enabled: z.boolean().nullish(),
  permissions: z.object({ project_access: Access, group_access: Access }).nullish(),
});

export type Project = z.infer<typeof Project>;

/** The position of a note in a diff; `new_line` is null on a deleted line. */
export const Position = z.object({
  new_path: z.string().nullish(),
  old_path: z.string().nullish(),
  new_line: z.int().nullish(),
  old_line: z.int().nullish(),
});

export const Note = z.object({
  id: z.int(),
  body: z.string(),
  /** Written by GitLab itself, such as "changed the description". */
  system: z.boolean().nullish(),
  author: z.object({ username: z.string() }),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  position: Position.nullish(),
});

export type Note = z.infer<typeof Note>;

/** A thread; `individual_note` is true for a comment outside any thread. */
export const Discussion = z.object({ id: z.string(), individual_note: z.boolean().nullish(), notes: z.array(Note) });

export const Branch = z.object({
  name: z.string(),
  protected: z.boolean().nullish(),
  commit: z.object({ id: z.string() }),
});

export const Member = z.object({ access_level: z.int(), state: z.string().nullish() });

/** https://docs.gitlab.com/api/personal_access_tokens/#get-details-on-a-personal-access-token */
export const OwnToken = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  active: z.boolean().nullish(),
  revoked: z.boolean().nullish(),
  /** A date without a time; null when the token never expires. */
  expires_at: z.string().nullish(),
});

export type OwnToken = z.infer<typeof OwnToken>;

/** https://docs.gitlab.com/api/pipelines/ */
export const Pipeline = z.object({ id: z.int(), status: z.string(), source: z.string().nullish() });

export type Pipeline = z.infer<typeof Pipeline>;

/** https://docs.gitlab.com/api/jobs/ */
export const Job = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  allow_failure: z.boolean().nullish(),
  web_url: z.string().nullish(),
  failure_reason: z.string().nullish(),
});

export type Job = z.infer<typeof Job>;

/** https://docs.gitlab.com/api/commits/#list-the-statuses-of-a-commit */
export const CommitStatus = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  allow_failure: z.boolean().nullish(),
  target_url: z.string().nullish(),
  description: z.string().nullish(),
});

export type CommitStatus = z.infer<typeof CommitStatus>;

/** https://docs.gitlab.com/api/deployments/ */
export const Deployment = z.object({
  id: z.int(),
  sha: z.string(),
  environment: z.object({ name: z.string(), external_url: z.string().nullish() }).nullish(),
});
