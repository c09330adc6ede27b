import type { MergeStanding } from '../merge.ts';
import type { BitbucketClient } from './client.ts';
import { presentOptional, read } from './pull-requests.ts';

/**
 * Bitbucket merges whatever is the head at that moment: its request has no field for the commit that was judged
 * (https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/). A push in between would be merged
 * unseen.
 */
export const onlyPeopleMerge =
  'Bitbucket cannot be asked to merge only the commit that was judged, so a person merges.';

/** Returns what a person sees of the decision: the pull request itself. Copydesk merges none here, so nothing else is read. */
export async function mergeStanding(client: BitbucketClient, number: number): Promise<MergeStanding | undefined> {
  const found = await read(client, number);
  const pullRequest = await presentOptional(client, found);
  if (found === undefined || pullRequest === undefined) return undefined;
  return {
    pullRequest,
    title: found.title,
    isDraft: found.draft === true,
    labels: [],
    isMergeable: undefined,
    changesRequestedBy: [],
    openThreads: 0,
    lastCommentAt: undefined,
    isOwnMerge: false,
  };
}
