import type { GiteaPullRequest, Scene } from './gitea-state.ts';
import type { Answer } from './stand-in.ts';

/** As `CreatePullRequestOption` describes it. */
interface NewPullRequest {
  head: string;
  base: string;
  title: string;
  body?: string;
  labels?: number[];
}

export async function createPullRequest({ state, asked, user, origin }: Scene): Promise<Answer> {
  const { head, base, title, body = '', labels = [] } = asked.body as NewPullRequest;
  if (head === base) {
    return {
      status: 422,
      body: { message: 'Invalid PullRequest: There are no changes between the head and the base' },
    };
  }
  if ((await state.head(head)) === undefined || (await state.head(base)) === undefined) {
    return { status: 404, body: { message: "The target couldn't be found." } };
  }
  const there = state.pullRequests.find(
    (one) => one.state === 'open' && one.headRef === head && one.baseRef === base && one.headRepository === state.id,
  );
  if (there) {
    const message = `pull request already exists for these targets [id: ${there.number}, issue_id: ${there.number}, head_repo_id: ${state.id}, base_repo_id: ${state.id}, head_branch: ${head}, base_branch: ${base}]`;
    return { status: 409, body: { message } };
  }
  const made: GiteaPullRequest = {
    number: state.pullRequests.length + 1,
    state: 'open',
    merged: false,
    mergeCommit: undefined,
    headRef: head,
    headRepository: state.id,
    baseRef: base,
    title,
    body,
    labels,
    reviewers: [],
    author: user.login,
    endedWith: undefined,
    updatedAt: state.now(),
  };
  state.pullRequests.push(made);
  return { status: 201, body: await pullRequestShown({ state, asked, user, origin }, made) };
}

export function editPullRequest({ state, asked }: Scene, found: GiteaPullRequest): void {
  const { title, body, base } = asked.body as Partial<NewPullRequest>;
  if (title !== undefined) found.title = title;
  if (body !== undefined) found.body = body;
  if (base !== undefined) found.baseRef = base;
  found.updatedAt = state.now();
}

/** Newest first, unless another order is asked for. */
export function listPullRequests({ state, asked }: Scene): GiteaPullRequest[] {
  const { state: wanted = 'open', sort } = asked.query;
  const found = state.pullRequests.filter((one) => wanted === 'all' || one.state === wanted);
  if (sort === 'recentupdate') return found.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  return found.toReversed();
}

/** Of a closed or merged one, the head is the current commit of its branch, as in services/convert/pull.go of Gitea. */
export async function pullRequestShown({ state, origin }: Scene, one: GiteaPullRequest): Promise<object> {
  const isFork = one.headRepository !== state.id;
  const head = isFork ? 'f'.repeat(40) : await state.head(one.headRef);
  const sha = head ?? one.endedWith ?? '';
  const ref = head === undefined ? `refs/pull/${one.number}/head` : one.headRef;
  return {
    id: 500 + one.number,
    number: one.number,
    html_url: `${origin}/${state.path}/pulls/${one.number}`,
    state: one.state,
    merged: one.merged,
    merge_commit_sha: one.mergeCommit ?? null,
    mergeable: state.merges === undefined || (await state.merges.isMergeable(one.headRef, one.baseRef)),
    merged_by: one.mergedBy === undefined ? null : { login: one.mergedBy },
    labels: state.labels.filter(({ id }) => one.labels.includes(id)),
    title: one.title,
    body: one.body,
    draft: one.title.startsWith('WIP: '),
    head: { label: one.headRef, ref, repo_id: one.headRepository, sha },
    base: { label: one.baseRef, ref: one.baseRef, repo_id: state.id, sha: (await state.head(one.baseRef)) ?? '' },
    updated_at: one.updatedAt.toISOString(),
  };
}
