import { pullRequestShown } from './gitea-pulls.ts';
import type { GiteaPullRequest, Scene } from './gitea-state.ts';
import type { Answer } from './stand-in.ts';

export const notFound: Answer = { status: 404, body: { message: "The target couldn't be found.", errors: [] } };

/** `MergePullRequest` in routers/api/v1/repo/pull.go of Gitea, with its messages. */
export async function mergePullRequest({ state, asked, user }: Scene, found: GiteaPullRequest): Promise<Answer> {
  const { merges } = state;
  if (merges === undefined) throw new Error('This test has no repository to merge in.');
  // Also when it was merged before.
  if (found.state !== 'open') return notFound;
  await merges.beforeMerge?.();
  const { Do: method, head_commit_id: asserted } = asked.body as { Do: string; head_commit_id?: string };
  if (merges.refusal !== undefined) return refuse(merges.refusal.status, merges.refusal.message);
  if (!(await merges.isMergeable(found.headRef, found.baseRef))) return refuse(405, 'Please try again later');
  if (!state.mergeMethods.includes(method))
    return refuse(405, `${method} is not allowed an allowed merge style for this repository`);
  const head = await state.head(found.headRef);
  if (asserted !== undefined && asserted !== head) return refuse(409, 'head out of date');
  const mergeCommit = await merges.merge(found.headRef, found.baseRef);
  const ended = { state: 'closed', merged: true, mergeCommit, mergedBy: user.login, endedWith: head };
  Object.assign(found, { ...ended, updatedAt: state.now() });
  return { status: 200, body: '' };
}

/** `GetCommitPullRequest` in routers/api/v1/repo/commits.go of Gitea. Undefined for a path that asks something else. */
export async function pullOfCommit(scene: Scene, more: string): Promise<Answer | undefined> {
  const commit = /^\/([0-9a-f]{40})\/pull$/.exec(more)?.[1];
  if (commit === undefined) return undefined;
  const found = scene.state.pullRequests.find(({ mergeCommit }) => mergeCommit === commit);
  if (found === undefined) return notFound;
  return { status: 200, body: await pullRequestShown(scene, found) };
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } };
}
