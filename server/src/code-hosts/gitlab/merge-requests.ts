import { CopydeskError } from '@copydesk/contract';
import type { CodeHost, PullRequest, PullRequestDraft } from '../code-host.ts';
import { followUp, notOpen } from '../follow-up.ts';
import { followUpMark, marked } from '../marks.ts';
import type { GitLabClient } from './client.ts';
import { noteOnce } from './notes.ts';
import { commentOnMissing, idsOfReviewers } from './reviewers.ts';
import { MergeRequest } from './shapes.ts';

/** Merge requests of branches of the project itself (https://docs.gitlab.com/api/merge_requests/). */
export function mergeRequests(client: GitLabClient): CodeHost {
  return {
    find: async (headRef) => presentOptional(await newest(client, { source_branch: headRef, state: 'all' })),
    open: (draft) => open(client, draft),
    update: (number, draft) => update(client, number, draft),
    read: async (number) => presentOptional(await read(client, number)),
  };
}

/** Forks may have a branch of the same name, with any number of merge requests. */
const mostPages = 20;

async function newest(client: GitLabClient, filter: Record<string, string>): Promise<MergeRequest | undefined> {
  const query = { ...filter, order_by: 'created_at', sort: 'desc' };
  const request = { path: `${client.project}/merge_requests`, query, most: mostPages };
  for await (const page of client.pages(MergeRequest, 'list merge requests', request)) {
    const own = page.find((found) => isOwn(found) && found.source_branch === filter['source_branch']);
    if (own) return own;
  }
  return undefined;
}

async function read(client: GitLabClient, number: number): Promise<MergeRequest | undefined> {
  const doing = 'read a merge request';
  const answer = await client.attempt(doing, { path: `${client.project}/merge_requests/${number}` });
  // `404 Not found`, and `404 Project Not Found` when the project does not exist or may not be seen.
  if (answer.status === 404 && !/project/i.test(answer.text)) return undefined;
  return await client.read(MergeRequest, doing, answer);
}

async function open(client: GitLabClient, draft: PullRequestDraft): Promise<PullRequest> {
  const last = await newest(client, { source_branch: draft.headRef, state: 'all' });
  if (last) refuseLocked(last);
  if (last?.state === 'opened') return present(await bringUp(client, last.iid, draft));
  if (last?.sha === draft.headCommit) return present(last);
  const reviewers = await idsOfReviewers(client);
  const doing = 'open a merge request';
  const answer = await client.attempt(doing, {
    method: 'POST',
    path: `${client.project}/merge_requests`,
    body: {
      source_branch: draft.headRef,
      target_branch: draft.baseRef,
      ...wordsOf(client, draft),
      ...(client.access.labels.length > 0 && { labels: client.access.labels.join(',') }),
      ...(reviewers.ids.length > 0 && { reviewer_ids: reviewers.ids }),
    },
  });
  if (answer.status === 409) {
    // "Another open merge request already exists for this source branch: !1"
    const there = await newest(client, { source_branch: draft.headRef, state: 'opened' });
    if (there) return present(await bringUp(client, there.iid, draft));
  }
  const opened = await client.read(MergeRequest, doing, answer);
  await commentOnMissing(client, opened.iid, reviewers.missing);
  return present(opened, draft);
}

/** Updates an open merge request to match the draft. */
async function bringUp(client: GitLabClient, number: number, draft: PullRequestDraft): Promise<MergeRequest> {
  return await client.ask(MergeRequest, 'edit a merge request', {
    method: 'PUT',
    path: `${client.project}/merge_requests/${number}`,
    body: { target_branch: draft.baseRef, ...wordsOf(client, draft) },
  });
}

async function update(client: GitLabClient, number: number, draft: PullRequestDraft): Promise<PullRequest> {
  const found = await read(client, number);
  if (found) refuseLocked(found);
  if (found?.state !== 'opened') {
    throw notOpen(`Merge request !${number} of ${client.access.repository}`, found?.state);
  }
  await followUp(draft, {
    number,
    description: found.description ?? '',
    holdBack: async () => await holdBack(client, found),
    comment: async (comment) => await noteOnce(client, comment),
  });
  return present(found, draft);
}

/** Turns an open merge request into a draft, and keeps the title that people have given it. */
async function holdBack(client: GitLabClient, { iid, title, draft }: MergeRequest): Promise<void> {
  if (draft === true || title == null || title.startsWith(draftMark)) return;
  await client.ask(MergeRequest, 'edit a merge request', {
    method: 'PUT',
    path: `${client.project}/merge_requests/${iid}`,
    body: { title: `${draftMark}${title}`.slice(0, longestTitle) },
  });
}

/** GitLab is merging a locked one: in a moment it is merged, or open again. */
function refuseLocked({ iid, state }: MergeRequest): void {
  if (state !== 'locked') return;
  throw new CopydeskError('pull_request_failed', `Merge request !${iid} is being merged. It is looked at again soon.`, {
    retryable: true,
    retryAfterSeconds: 15,
  });
}

/** GitLab refuses longer titles (https://docs.gitlab.com/administration/instance_limits/, and its database). */
const longestTitle = 255;

/** This prefix of a title marks a draft (https://docs.gitlab.com/user/project/merge_requests/drafts/). */
const draftMark = 'Draft: ';

function wordsOf({ access }: GitLabClient, draft: PullRequestDraft): { title: string; description: string } {
  const isDraft = access.draft || draft.asDraft === true;
  const title = isDraft ? `${draftMark}${draft.title}` : draft.title;
  return {
    title: title.slice(0, longestTitle),
    description: marked(draft.description, followUpMark(draft.headCommit)),
  };
}

export function isOwn({ source_project_id: source, target_project_id: target }: MergeRequest): boolean {
  return target == null || source === target;
}

function presentOptional(found: MergeRequest | undefined): PullRequest | undefined {
  return found && present(found);
}

/**
 * @param draft what was pushed a moment ago: GitLab processes a push in the background, so an open merge request may
 *   still have the commit before it, or none.
 */
export function present(found: MergeRequest, draft?: PullRequestDraft): PullRequest {
  return {
    number: found.iid,
    link: found.web_url,
    // A locked one is being merged.
    state: found.state === 'merged' || found.state === 'closed' ? found.state : 'open',
    headRef: found.source_branch,
    baseRef: found.target_branch,
    headCommit: draft?.headCommit ?? found.sha ?? '',
    ...(found.state === 'merged' && mergedBy(found)),
  };
}

/** Without a merge commit and a squashed one, the base branch was fast-forwarded to the source branch's last commit. */
function mergedBy({
  merge_commit_sha: merge,
  squash_commit_sha: squash,
  sha,
}: MergeRequest): Pick<PullRequest, 'mergeCommit'> {
  const mergeCommit = merge ?? squash ?? sha;
  return mergeCommit ? { mergeCommit } : {};
}
