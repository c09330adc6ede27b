import { z } from 'zod';
import type { MergedPullRequest } from '../host-module.ts';
import type { GiteaClient } from './client.ts';
import { headOf } from './pull-requests.ts';
import { PullRequest } from './shapes.ts';

const Merged = PullRequest.extend({ labels: z.array(z.object({ name: z.string() })).nullish() });

/** Calls `GET /repos/{owner}/{repo}/commits/{sha}/pull`, which both hosts have (https://docs.gitea.com/api/). */
export async function pullRequestOf(client: GiteaClient, commit: string): Promise<MergedPullRequest | undefined> {
  const doing = 'read the pull request of a commit';
  const answer = await client.attempt(doing, { path: `${client.repository}/commits/${commit}/pull` });
  if (answer.status === 404) return undefined;
  const found = await client.read(Merged, doing, answer);
  if (found.merged !== true) return undefined;
  const { number, title, body, html_url: link, labels } = found;
  const names = (labels ?? []).map(({ name }) => name);
  return { number, title: title ?? '', body: body ?? '', labels: names, link, headRef: headOf(found) };
}
