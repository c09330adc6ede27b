import { pullRequestShown, refused } from './bitbucket-shown.ts';
import type { BitbucketPullRequest, BitbucketScene } from './bitbucket-state.ts';
import type { Answer } from './stand-in.ts';

interface Sent {
  title: string;
  description?: string;
  draft?: boolean;
  source: { branch: { name: string } };
  destination: { branch: { name: string } };
  reviewers?: { uuid?: string; account_id?: string }[];
}

/** One that is open between the same branches is brought up instead of opening another. */
export async function createPullRequest(scene: BitbucketScene): Promise<Answer> {
  const { state, asked, account } = scene;
  const sent = asked.body as Sent;
  const [head, base] = [sent.source.branch.name, sent.destination.branch.name];
  if (head === base) return refused(400, 'There are no changes to be pulled');
  for (const [field, branch] of [
    ['source', head],
    ['destination', base],
  ] as const) {
    if ((await state.head(branch)) === undefined)
      return refused(400, `${field}: branch not found`, { [field]: ['branch not found'] });
  }
  const reviewers = (sent.reviewers ?? []).map(({ uuid = '' }) => uuid);
  const wrong = reviewers.some((uuid) => uuid === account.uuid || !state.accounts.some((one) => one.uuid === uuid));
  if (wrong) return refused(400, 'reviewers: Malformed reviewers list', { reviewers: ['Malformed reviewers list'] });
  const open = state.pullRequests.find((one) => isOpen(one) && one.headRef === head && one.baseRef === base);
  if (open) editPullRequest(scene, open);
  const made = open ?? {
    id: state.pullRequests.length + 1,
    state: 'OPEN' as const,
    title: sent.title,
    description: sent.description ?? '',
    draft: sent.draft ?? false,
    headRef: head,
    baseRef: base,
    from: state.path,
    author: account.uuid,
    reviewers,
    endedWith: undefined,
    mergeCommit: undefined,
    createdAt: state.now(),
    updatedAt: state.now(),
  };
  if (!open) state.pullRequests.push(made);
  return { status: 201, body: await pullRequestShown(scene, made) };
}

function isOpen({ state }: BitbucketPullRequest): boolean {
  return state === 'OPEN';
}

/** Reviewers that are not named are removed. */
export function editPullRequest({ state, asked }: BitbucketScene, found: BitbucketPullRequest): void {
  const sent = asked.body as Partial<Sent>;
  if (sent.title !== undefined) found.title = sent.title;
  if (sent.description !== undefined) found.description = sent.description;
  if (sent.draft !== undefined) found.draft = sent.draft;
  if (sent.destination !== undefined) found.baseRef = sent.destination.branch.name;
  found.reviewers = (sent.reviewers ?? []).map(({ uuid = '' }) => uuid);
  found.updatedAt = state.now();
}

export function listedPullRequests({ state, asked }: BitbucketScene): BitbucketPullRequest[] {
  const { q = '', sort, state: wanted } = asked.query;
  const [, branch] = /^source\.branch\.name="(.+)"$/.exec(q) ?? [];
  const [, since] = /updated_on >= (\S+)$/.exec(q) ?? [];
  const found = state.pullRequests.filter(
    (one) =>
      (wanted !== undefined || isOpen(one)) &&
      (branch === undefined || one.headRef === branch) &&
      (since === undefined || isOpen(one) || one.updatedAt.getTime() >= Date.parse(since)),
  );
  return sort === '-created_on' ? found.toReversed() : found;
}
