import { refusals } from './github-faults.ts';
import type { GithubReply } from './github-faults.ts';
import { headOf, isMergeableInGit } from './github-git.ts';
import { pullJson } from './github-json.ts';
import type { Asked, Route } from './github-routes.ts';

export const mergeRoutes: Route[] = [
  { method: 'GET', path: /^\/commits\/([0-9a-f]{40})\/pulls$/, needs: ['pull_requests=read'], answer: pullsOf },
  { method: 'PUT', path: /^\/pulls\/(\d+)\/merge$/, needs: ['contents=write'], answer: mergePull },
];

/** https://docs.github.com/rest/pulls/pulls#merge-a-pull-request */
async function mergePull({ repository, request, account, at, merge }: Asked): Promise<GithubReply> {
  const pull = repository.pulls.find(({ number }) => number === Number(at[0]));
  if (pull === undefined) return refusals.notFound();
  await repository.beforeMerge?.();
  const { sha, merge_method: method = 'merge' } = request.body;
  const head = await headOf(repository, pull.headRef);
  if (pull.state !== 'open' || head === undefined) return refuse(405, 'Pull Request is not mergeable');
  if (pull.draft) return refuse(405, 'Pull Request is still a draft');
  if (sha !== undefined && sha !== head)
    return refuse(409, 'Head branch was modified. Review and try the merge again.');
  if (repository.mergeRule !== undefined) return refuse(405, repository.mergeRule);
  if (!repository.mergeMethods.includes(String(method))) {
    return refuse(405, `${names[String(method)]} are not allowed on this repository.`);
  }
  if (!(await isMergeableInGit(repository, pull, head))) return refuse(405, 'Pull Request is not mergeable');
  pull.mergedBy = account;
  await merge(repository, pull.number);
  return { status: 200, body: { sha: pull.mergeCommit, merged: true, message: 'Pull Request successfully merged' } };
}

function refuse(status: number, message: string): GithubReply {
  return { status, body: { message, status: `${status}` } };
}

/** https://docs.github.com/rest/commits/commits#list-pull-requests-associated-with-a-commit */
function pullsOf({ repository, at }: Asked): GithubReply {
  const found = repository.pulls.filter(({ headSha, mergeCommit }) => [headSha, mergeCommit].includes(at[0] ?? ''));
  return { status: 200, body: found.map((pull) => pullJson(repository, pull, pull.headSha)) };
}

const names: Readonly<Record<string, string>> = {
  merge: 'Merge commits',
  squash: 'Squash merges',
  rebase: 'Rebase merges',
};
