import { z } from 'zod';
import type { GiteaClient } from './client.ts';
import { commentOnce } from './comments.ts';
import { Label } from './shapes.ts';

const mostPages = 20;

/** Returns the ids of the configured labels, and the names of those that do not exist. */
export async function idsOfLabels(client: GiteaClient): Promise<{ ids: number[]; missing: string[] }> {
  const wanted = client.access.labels;
  if (wanted.length === 0) return { ids: [], missing: [] };
  const known = new Map<string, number>();
  for await (const page of client.pages(Label, 'list labels', {
    path: `${client.repository}/labels`,
    most: mostPages,
  })) {
    for (const { name, id } of page) known.set(name, id);
  }
  if (wanted.some((name) => !known.has(name))) {
    for (const { name, id } of await labelsOfOwner(client)) if (!known.has(name)) known.set(name, id);
  }
  const ids = wanted.map((name) => known.get(name)).filter((id) => id !== undefined);
  return { ids, missing: wanted.filter((name) => !known.has(name)) };
}

/** An organisation has labels for all of its repositories; a person has none, and not every token may read them. */
async function labelsOfOwner(client: GiteaClient): Promise<z.infer<typeof Label>[]> {
  const owner = client.access.repository.split('/')[0] ?? '';
  const path = `/orgs/${encodeURIComponent(owner)}/labels`;
  const answer = await client.attempt('list labels', { path, query: { limit: 50 } });
  return z.array(Label).safeParse(answer.json).data ?? [];
}

/** Requests the configured reviewers. @returns those who cannot be requested. */
export async function requestReviews(client: GiteaClient, number: number): Promise<string[]> {
  const missing: string[] = [];
  for (const reviewer of client.access.reviewers) {
    const path = `${client.repository}/pulls/${number}/requested_reviewers`;
    const answer = await client.attempt('ask for a review', { method: 'POST', path, body: { reviewers: [reviewer] } });
    if (answer.status >= 400) missing.push(reviewer);
  }
  return missing;
}

/**
 * Comments which labels or reviewers are missing. That is no reason to hold back a change, and people see it on the
 * pull request.
 */
export async function commentOnMissing(
  client: GiteaClient,
  number: number,
  { labels, reviewers }: { labels: string[]; reviewers: string[] },
): Promise<void> {
  if (labels.length + reviewers.length === 0) return;
  const sentences = [
    ...(labels.length > 0 ? [`There is no label ${writeAsCode(labels)} in this repository.`] : []),
    ...(reviewers.length > 0 ? [`No review could be asked of ${writeAsCode(reviewers)}.`] : []),
    "Labels and reviewers are settings of the project's connection.",
  ];
  await commentOnce(client, { number, body: sentences.join(' '), mark: 'settings-not-applied' });
}

/** Writes names as code, where they mention no one. */
function writeAsCode(names: string[]): string {
  return names.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ');
}
