import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { PullRequest, PullRequestDraft } from '../../code-host.ts';
import { followUpMark } from '../../marks.ts';
import type { GithubClient } from '../client.ts';
import { commentOnce } from './comments.ts';
import { addLabelsAndReviewers } from './labels-and-reviewers.ts';
import { hasMark, marked } from '../marks.ts';
import { faultsOf, messageOf } from '../requests/message.ts';
import { isOwn, Pull, pullRequestOf } from '../shapes.ts';
import type { Answer } from '../requests/transport.ts';
import { writeRefusal } from '../access/write-refusal.ts';

export async function findPullRequest(client: GithubClient, headRef: string): Promise<PullRequest | undefined> {
  const found = await newestOf(client, headRef);
  return found && pullRequestOf(found);
}

export async function readPullRequest(client: GithubClient, number: number): Promise<PullRequest | undefined> {
  const pull = await read(client, number);
  return pull && pullRequestOf(pull);
}

export async function openPullRequest(client: GithubClient, draft: PullRequestDraft): Promise<PullRequest> {
  const there = await adopt(client, draft);
  if (there !== undefined) return there;
  const wanted = client.access.draft || draft.asDraft === true;
  let answer = await create(client, draft, wanted);
  const isWithoutDrafts = wanted && mentionsFault(answer, /draft pull requests are not supported/iu);
  if (isWithoutDrafts) answer = await create(client, draft, false);
  if (answer.status === 422 && mentionsFault(answer, /already exists/iu)) {
    const adopted = await adopt(client, draft);
    if (adopted !== undefined) return adopted;
  }
  if (answer.status !== 201) throw await notOpened(client, answer, draft);
  const opened = Pull.safeParse(answer.data);
  if (!opened.success) {
    throw new CopydeskError('code_host_unreachable', 'GitHub accepted the pull request, but its answer broke off.');
  }
  const note = 'drafts are not available for this repository, so it is ready for review at once';
  await addLabelsAndReviewers(client, opened.data.number, isWithoutDrafts ? [note] : []);
  return pullRequestOf(opened.data);
}

export async function updatePullRequest(
  client: GithubClient,
  number: number,
  draft: PullRequestDraft,
): Promise<PullRequest> {
  const pull = await read(client, number);
  if (pull?.state !== 'open') {
    const state = pull === undefined ? 'gone' : pullRequestOf(pull).state;
    const detail = `The pull request ${number} of ${client.access.repository} is ${state}: it accepts no more changes.`;
    throw new CopydeskError('pull_request_not_open', detail);
  }
  if (hasMark(pull.body, openedMark(draft))) {
    // It was opened with this very draft, and the reply was lost: the steps after the opening may be missing.
    await addLabelsAndReviewers(client, number, []);
  } else if (draft.isAnswered !== true) {
    const body = draft.description.trim() === '' ? draft.title : draft.description;
    await commentOnce(client, { number, body, mark: followUpMark(draft.headCommit) });
  }
  return pullRequestOf(pull);
}

/** Updates an open pull request to match the draft; returns one that ended with the draft's commit unchanged. */
async function adopt(client: GithubClient, draft: PullRequestDraft): Promise<PullRequest | undefined> {
  const there = await newestOf(client, draft.headRef);
  if (there === undefined) return undefined;
  if (there.state === 'open') return await updatePullRequest(client, there.number, draft);
  return there.head.sha === draft.headCommit ? pullRequestOf(there) : undefined;
}

/** Reads a list by the branch, not a search: the list contains what was created a moment ago. */
async function newestOf(client: GithubClient, headRef: string): Promise<Pull | undefined> {
  const [owner] = client.access.repository.split('/');
  const pulls = await client.ask(z.array(Pull), 'GET /repos/{owner}/{repo}/pulls', {
    head: `${owner}:${headRef}`,
    state: 'all',
    sort: 'created',
    direction: 'desc',
    per_page: 20,
  });
  return pulls.find((pull) => isOwn(pull) && pull.head.ref === headRef);
}

async function read(client: GithubClient, number: number): Promise<Pull | undefined> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  const answer = await client.try(route, { pull_number: number });
  if (answer.status === 404) {
    // Either the pull request or the repository does not exist.
    await client.ask(z.object({ id: z.int() }), 'GET /repos/{owner}/{repo}');
    return undefined;
  }
  const pull = Pull.safeParse(answer.data);
  if (answer.status !== 200 || !pull.success) throw await client.refusal(answer, route);
  return pull.data;
}

async function create(client: GithubClient, draft: PullRequestDraft, asDraft: boolean): Promise<Answer> {
  return await client.try(route, {
    title: draft.title.slice(0, 256),
    head: draft.headRef,
    base: draft.baseRef,
    body: marked(draft.description, openedMark(draft)),
    ...(asDraft ? { draft: true } : {}),
  });
}

const route = 'POST /repos/{owner}/{repo}/pulls';

function openedMark({ headCommit }: PullRequestDraft): string {
  return `opened-with-${headCommit}`;
}

function mentionsFault(answer: Answer, pattern: RegExp): boolean {
  return faultsOf(answer).some(({ message }) => pattern.test(message));
}

/** https://docs.github.com/rest/pulls/pulls#create-a-pull-request */
async function notOpened(client: GithubClient, answer: Answer, draft: PullRequestDraft): Promise<CopydeskError> {
  if (answer.status !== 422) return await writeRefusal(client, answer, route);
  const { headRef, baseRef } = draft;
  const { repository } = client.access;
  if (mentionsFault(answer, /no commits between/iu)) {
    const detail = `GitHub opens no pull request for ${headRef}: it contains nothing that ${baseRef} lacks. Perhaps the change was merged in another way.`;
    return new CopydeskError('pull_request_failed', detail, { retryable: false });
  }
  const invalid = new Set(faultsOf(answer).map(({ field }) => field));
  if (invalid.has('base')) {
    const detail = `The branch ${baseRef} is not in ${repository} any more. Set another branch for the project.`;
    return new CopydeskError('ref_not_found', detail);
  }
  if (invalid.has('head')) {
    const detail = `The branch ${headRef} is not in ${repository}: it was deleted after it was pushed. It is pushed again.`;
    return new CopydeskError('pull_request_failed', detail, { retryable: true });
  }
  const detail = `GitHub opens no pull request for ${headRef}: ${messageOf(answer, client.access)}`;
  return new CopydeskError('pull_request_failed', detail, { retryable: false });
}
