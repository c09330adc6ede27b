import { z } from 'zod';
import type { MergedPullRequest } from '../host-module.ts';
import type { BitbucketClient } from './client.ts';
import { PullRequest } from './shapes.ts';

const Named = z.object({ id: z.int() });

/** A commit is seldom in more than one pull request. */
const mostRead = 5;

/**
 * Looks for the merged pull request of a commit. Bitbucket finds none until somebody has opened the pull request of a
 * commit in the browser once, which installs the index of the repository
 * (https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/).
 */
export async function pullRequestOf(client: BitbucketClient, commit: string): Promise<MergedPullRequest | undefined> {
  const list = { path: `${client.repository}/commit/${commit}/pullrequests`, query: { pagelen: mostRead }, most: 1 };
  const { found } = await client.readable(Named, 'read the pull request of a commit', list);
  for (const { id } of found.slice(0, mostRead)) {
    const path = `${client.repository}/pullrequests/${id}`;
    const pull = await client.ask(PullRequest, 'read a pull request', { path });
    if (pull.state !== 'MERGED') continue;
    const { title, description, links, source } = pull;
    const link = links.html?.href ?? '';
    return { number: id, title, body: description ?? '', labels: [], link, headRef: source.branch.name };
  }
  return undefined;
}
