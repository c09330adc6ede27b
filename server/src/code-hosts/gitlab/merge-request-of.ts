import { z } from 'zod';
import type { MergedPullRequest } from '../host-module.ts';
import type { GitLabClient } from './client.ts';

const MergeRequest = z.object({
  iid: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  labels: z.array(z.string()).nullish(),
  web_url: z.string(),
  source_branch: z.string(),
});

/** https://docs.gitlab.com/api/commits/#list-all-merge-requests-associated-with-a-commit */
export async function mergeRequestOf(client: GitLabClient, commit: string): Promise<MergedPullRequest | undefined> {
  const doing = 'read the merge request of a commit';
  const answer = await client.attempt(doing, { path: `${client.project}/repository/commits/${commit}/merge_requests` });
  if (answer.status === 404) return undefined;
  const found = await client.read(z.array(MergeRequest), doing, answer);
  const merged = found.find(({ state }) => state === 'merged');
  if (merged === undefined) return undefined;
  const { iid: number, title, description, labels, web_url: link, source_branch: headRef } = merged;
  return { number, title, body: description ?? '', labels: labels ?? [], link, headRef };
}
