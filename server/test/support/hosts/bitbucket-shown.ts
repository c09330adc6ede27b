import type {
  BitbucketAccount,
  BitbucketComment,
  BitbucketPullRequest,
  BitbucketState,
  BitbucketStatus,
} from './bitbucket-state.ts';
import type { Answer } from './stand-in.ts';

type Place = { state: BitbucketState; origin: string };

export function accountShown({ uuid, nickname, type }: BitbucketAccount): object {
  return { type, uuid, nickname, display_name: nickname };
}

function named(state: BitbucketState, uuid: string): object {
  const found = state.accounts.find((one) => one.uuid === uuid);
  return accountShown(found ?? { uuid, nickname: '', type: 'user', permission: 'none' });
}

/** Commits are shortened to twelve digits, and lists have no reviewers. */
export async function pullRequestShown({ state, origin }: Place, one: BitbucketPullRequest): Promise<object> {
  const end = async (branch: string, full_name: string | null, endedWith?: string): Promise<object> => {
    const hash = endedWith ?? (await state.head(branch));
    if (hash !== undefined) state.commits.add(hash);
    return {
      branch: { name: branch },
      commit: hash === undefined ? null : { type: 'commit', hash: hash.slice(0, 12) },
      repository: full_name === null ? null : { type: 'repository', full_name },
    };
  };
  if (one.mergeCommit !== undefined) state.commits.add(one.mergeCommit);
  return {
    type: 'pullrequest',
    id: one.id,
    state: one.state,
    title: one.title,
    description: one.description,
    draft: one.draft,
    author: named(state, one.author),
    source: await end(one.headRef, one.from, one.endedWith),
    destination: await end(one.baseRef, state.path),
    merge_commit: one.mergeCommit === undefined ? null : { hash: one.mergeCommit.slice(0, 12) },
    created_on: one.createdAt.toISOString(),
    updated_on: one.updatedAt.toISOString(),
    links: { html: { href: `${origin}/${state.path}/pull-requests/${one.id}` } },
  };
}

export function commentShown({ state, origin }: Place, one: BitbucketComment): object {
  return {
    type: 'pullrequest_comment',
    id: one.id,
    content: { raw: one.body, markup: 'markdown', html: '' },
    user: named(state, one.author),
    created_on: one.createdAt.toISOString(),
    updated_on: one.createdAt.toISOString(),
    deleted: false,
    ...(one.inline && { inline: one.inline }),
    ...(one.parent !== undefined && { parent: { id: one.parent } }),
    pullrequest: { type: 'pullrequest', id: one.pullRequest },
    links: {
      html: { href: `${origin}/${state.path}/pull-requests/${one.pullRequest}/_/diff#comment-${one.id}` },
    },
  };
}

export function statusShown({ state }: Place, { commit, ...status }: BitbucketStatus): object {
  const href = `https://api.bitbucket.org/2.0/repositories/${state.path}/commit/${commit}`;
  return { type: 'build', ...status, links: { commit: { href } } };
}

export function refused(status: number, message: string, fields?: Record<string, string[]>): Answer {
  return { status, body: { type: 'error', error: { message, ...(fields && { fields }) } } };
}
