import { z } from 'zod';
import { CopydeskError } from '@copydesk/contract';
import { errorMessageOf } from '../text/error-message.ts';
import type { MergeOrder, MergeOutcome } from '../merge.ts';
import { tokenOf } from './client.ts';
import type { GiteaClient } from './client.ts';

/** https://docs.gitea.com/api/ (Repository) */
const Methods = z.object({
  allow_merge_commits: z.boolean().nullish(),
  allow_squash_merge: z.boolean().nullish(),
  allow_rebase: z.boolean().nullish(),
  allow_rebase_explicit: z.boolean().nullish(),
  allow_fast_forward_only_merge: z.boolean().nullish(),
});

/** Merges by the first method that the repository allows, if the head is still the given one. */
export async function mergePullRequest(client: GiteaClient, { number, headCommit }: MergeOrder): Promise<MergeOutcome> {
  const allowed = await client.ask(Methods, 'read the repository', { path: client.repository });
  const method = firstMethod(allowed);
  if (method === undefined) return { kind: 'refused', because: 'the repository allows no method of merging' };
  const doing = 'merge a pull request';
  const answer = await client.attempt(doing, {
    method: 'POST',
    path: `${client.repository}/pulls/${number}/merge`,
    body: { Do: method, head_commit_id: headCommit },
  });
  if (answer.status < 300) return { kind: 'merged' };
  const message = errorMessageOf(answer.json, tokenOf(client.access));
  if (answer.status === 409 && /head|out of date/i.test(message)) return { kind: 'moved' };
  if (![403, 405, 409, 422].includes(answer.status)) throw await client.refusal(answer, doing);
  // It tests in the background whether the branches can be merged.
  if (answer.status === 405 && /try again later/i.test(message)) {
    throw new CopydeskError(
      'code_host_unreachable',
      `${client.access.repository} cannot be merged into yet: ${message}.`,
    );
  }
  return { kind: 'refused', because: message === '' ? `the host answers ${answer.status}` : message };
}

/** Whatever the host does not mention is allowed, except merging by fast-forward only. */
function firstMethod(allowed: z.infer<typeof Methods>): string | undefined {
  if (allowed.allow_merge_commits !== false) return 'merge';
  if (allowed.allow_squash_merge !== false) return 'squash';
  if (allowed.allow_rebase !== false) return 'rebase';
  if (allowed.allow_rebase_explicit !== false) return 'rebase-merge';
  return allowed.allow_fast_forward_only_merge === true ? 'fast-forward-only' : undefined;
}
