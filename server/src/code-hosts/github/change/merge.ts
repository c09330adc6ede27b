import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { MergeOrder, MergeOutcome } from '../../merge.ts';
import type { GithubClient } from '../client.ts';
import { messageOf } from '../requests/message.ts';
import { writeRefusal } from '../access/write-refusal.ts';

/** Absent for a credential that may not write. */
const Methods = z.object({
  allow_merge_commit: z.boolean().nullish(),
  allow_squash_merge: z.boolean().nullish(),
  allow_rebase_merge: z.boolean().nullish(),
});

const route = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge';

/**
 * Merges with a merge commit, else by squashing or rebasing, whichever the repository and its branch allow. GitHub
 * compares the head: https://docs.github.com/rest/pulls/pulls#merge-a-pull-request
 */
export async function mergePullRequest(
  client: GithubClient,
  { number, headCommit }: MergeOrder,
): Promise<MergeOutcome> {
  const allowed = await client.ask(Methods, 'GET /repos/{owner}/{repo}');
  const methods = [
    ...(allowed.allow_merge_commit === false ? [] : ['merge']),
    ...(allowed.allow_squash_merge === false ? [] : ['squash']),
    ...(allowed.allow_rebase_merge === false ? [] : ['rebase']),
  ];
  let because = 'the repository allows no method of merging';
  for (const method of methods) {
    const answer = await client.try(route, { pull_number: number, sha: headCommit, merge_method: method });
    if (answer.status === 200) return { kind: 'merged' };
    because = messageOf(answer, client.access);
    // "Head branch was modified. Review and try the merge again."
    if (answer.status === 409) return { kind: 'moved' };
    // A rule of the branch may refuse one method: "Merge commits are not allowed on this repository".
    if (answer.status === 405 && /not allowed|must not contain merge commits|linear history/iu.test(because)) continue;
    if (answer.status === 405 || answer.status === 422) break;
    const error = await writeRefusal(client, answer, route);
    if (!isCopydeskError(error, 'code_host_forbidden')) throw error;
    because = error.message;
    break;
  }
  return { kind: 'refused', because };
}
