import type { GitLabMergeRequest, GitLabState } from './gitlab-state.ts';
import type { Answer } from './stand-in.ts';

/** https://docs.gitlab.com/api/merge_requests/#merge-a-merge-request */
export async function accept(
  state: GitLabState,
  found: GitLabMergeRequest,
  { sha, username }: { sha: string | undefined; username: string },
): Promise<Answer | undefined> {
  const { merges } = state;
  if (merges === undefined) throw new Error('This test has no repository to merge in.');
  if (found.state !== 'opened') return refuse(405, '405 Method Not Allowed');
  await merges.beforeMerge?.();
  const head = await state.head(found.source_branch);
  if (sha !== undefined && sha !== head) return refuse(409, `SHA does not match HEAD of source branch: ${head}`);
  if (merges.refusal !== undefined) return refuse(merges.refusal.status, merges.refusal.message);
  if (!(await merges.isMergeable(found.source_branch, found.target_branch))) {
    return refuse(422, 'Branch cannot be merged');
  }
  const mergeCommit = await merges.merge(found.source_branch, found.target_branch);
  Object.assign(found, { state: 'merged', sha: head, mergeCommit, mergedBy: username, updatedAt: state.now() });
  return undefined;
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } };
}

/** What a merge request says of merging it: https://docs.gitlab.com/api/merge_requests/#merge-status */
export async function mergeFields({ merges }: GitLabState, one: GitLabMergeRequest): Promise<object> {
  const isMergeable = merges === undefined || (await merges.isMergeable(one.source_branch, one.target_branch));
  const open = { detailed_merge_status: isMergeable ? 'mergeable' : 'conflict', has_conflicts: !isMergeable };
  return {
    ...(one.state === 'opened' ? open : { detailed_merge_status: 'not_open' }),
    draft: one.title.startsWith('Draft: '),
    labels: one.labels,
    merge_user: one.mergedBy === undefined ? null : { username: one.mergedBy },
  };
}
