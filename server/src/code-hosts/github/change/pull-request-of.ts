import { z } from 'zod';
import type { MergedPullRequest } from '../../host-module.ts';
import type { GithubClient } from '../client.ts';

const Pull = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  merged_at: z.string().nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  head: z.object({ ref: z.string() }),
});

const route = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls';

/** https://docs.github.com/rest/commits/commits#list-pull-requests-associated-with-a-commit */
export async function pullRequestOf(client: GithubClient, commit: string): Promise<MergedPullRequest | undefined> {
  const answer = await client.try(route, { commit_sha: commit, per_page: 20 });
  // GitHub returns 422 for a commit that it does not know yet.
  if (answer.status === 404 || answer.status === 422) return undefined;
  if (answer.status !== 200) throw await client.refusal(answer, route);
  const found = client.read(z.array(Pull), answer, route);
  const merged = found.find(({ merged_at: at }) => at != null);
  if (merged === undefined) return undefined;
  const { number, title, body, html_url: link, labels, head } = merged;
  return { number, title, body: body ?? '', labels: (labels ?? []).map(({ name }) => name), link, headRef: head.ref };
}
