import { CopydeskError } from '@copydesk/contract';
import type { CodeHost, PullRequest as Presented, PullRequestDraft } from '../code-host.ts';
import { followUp, notOpen } from '../follow-up.ts';
import { followUpMark, marked } from '../marks.ts';
import { branchPath } from './client.ts';
import type { GiteaClient } from './client.ts';
import { commentOnce } from './comments.ts';
import { commentOnMissing, idsOfLabels, requestReviews } from './labels-and-reviewers.ts';
import { headOfEnded } from './head-of-ended.ts';
import { PullRequest } from './shapes.ts';

/** Pull requests of branches of the repository itself. */
export function pullRequests(client: GiteaClient): CodeHost {
  return {
    find: async (headRef) => await presentOptional(client, await newest(client, headRef, 'all')),
    open: (draft) => open(client, draft),
    update: (number, draft) => update(client, number, draft),
    read: async (number) => await presentOptional(client, await read(client, number)),
  };
}

/**
 * The list cannot be filtered by branch, and its newest entries come first. A job's branch is as young as the job, so
 * the search covers the last thousand. An open one is never missed because of that: the host refuses to open another,
 * and then the open ones are searched.
 */
const mostPages = 20;

async function newest(client: GiteaClient, headRef: string, state: 'open' | 'all'): Promise<PullRequest | undefined> {
  const request = { path: `${client.repository}/pulls`, query: { state }, most: mostPages };
  for await (const page of client.pages(PullRequest, 'list pull requests', request)) {
    const own = page.filter((found) => isOwn(found) && headOf(found) === headRef);
    if (own.length > 0) return own.reduce((last, found) => (found.number > last.number ? found : last));
  }
  return undefined;
}

async function read(client: GiteaClient, number: number): Promise<PullRequest | undefined> {
  const doing = 'read a pull request';
  const answer = await client.attempt(doing, { path: `${client.repository}/pulls/${number}` });
  return answer.status === 404 ? undefined : await client.read(PullRequest, doing, answer);
}

async function open(client: GiteaClient, draft: PullRequestDraft): Promise<Presented> {
  const last = await newest(client, draft.headRef, 'all');
  if (last?.state === 'open') return await bringUp(client, last.number, draft);
  const ended = await presentOptional(client, last);
  if (ended?.headCommit === draft.headCommit) return ended;
  const labels = await idsOfLabels(client);
  const doing = 'open a pull request';
  const answer = await client.attempt(doing, {
    method: 'POST',
    path: `${client.repository}/pulls`,
    body: {
      head: draft.headRef,
      base: draft.baseRef,
      ...wordsOf(client, draft),
      ...(labels.ids.length > 0 && { labels: labels.ids }),
    },
  });
  if (answer.status === 409) {
    const there = await newest(client, draft.headRef, 'open');
    if (there) return await bringUp(client, there.number, draft);
  }
  if (answer.status === 404) throw await branchMissing(client, draft);
  const opened = await client.read(PullRequest, doing, answer);
  await askForReviews(client, opened.number, labels.missing);
  return presentOpen(opened, draft);
}

/** Updates an open pull request to match the draft. */
async function bringUp(client: GiteaClient, number: number, draft: PullRequestDraft): Promise<Presented> {
  const edited = await client.ask(PullRequest, 'edit a pull request', {
    method: 'PATCH',
    path: `${client.repository}/pulls/${number}`,
    body: { base: draft.baseRef, ...wordsOf(client, draft) },
  });
  await askForReviews(client, number, []);
  return presentOpen(edited, draft);
}

async function askForReviews(client: GiteaClient, number: number, missingLabels: string[]): Promise<void> {
  await commentOnMissing(client, number, { labels: missingLabels, reviewers: await requestReviews(client, number) });
}

/** 404 means that one of the branches does not exist, when the repository does. */
async function branchMissing(client: GiteaClient, { headRef, baseRef }: PullRequestDraft): Promise<CopydeskError> {
  for (const branch of [baseRef, headRef]) {
    const path = branchPath(client, branch);
    const doing = 'read a branch';
    const answer = await client.attempt(doing, { path });
    if (answer.status === 404) {
      return new CopydeskError(
        'pull_request_failed',
        `No pull request can be opened from ${headRef} into ${baseRef}: ${client.access.repository} has no branch ` +
          `"${branch}", or does not show it. Push it again, or make a project for another branch.`,
        { retryable: branch === headRef },
      );
    }
  }
  return new CopydeskError(
    'pull_request_failed',
    `${client.access.repository} accepts no pull requests from this account. Switch pull requests on in its settings, ` +
      `and check the token's permissions.`,
    { retryable: false },
  );
}

async function update(client: GiteaClient, number: number, draft: PullRequestDraft): Promise<Presented> {
  const found = await read(client, number);
  if (found?.state !== 'open') {
    const state = found && (found.merged === true ? 'merged' : 'closed');
    throw notOpen(`Pull request #${number} of ${client.access.repository}`, state);
  }
  await followUp(draft, {
    number,
    description: found.body ?? '',
    holdBack: async () => await holdBack(client, found),
    comment: async (comment) => await commentOnce(client, comment),
  });
  return presentOpen(found, draft);
}

/** Turns an open pull request into a draft, and keeps the title that people have given it. */
async function holdBack(client: GiteaClient, { number, title, draft }: PullRequest): Promise<void> {
  if (draft === true || title == null || title.startsWith(draftMark)) return;
  await client.ask(PullRequest, 'edit a pull request', {
    method: 'PATCH',
    path: `${client.repository}/pulls/${number}`,
    body: { title: `${draftMark}${title}`.slice(0, longestTitle) },
  });
}

/** The longest title in the databases of both hosts. */
const longestTitle = 255;

/** This prefix of a title marks a draft, unless a host is configured otherwise (`WORK_IN_PROGRESS_PREFIXES`). */
const draftMark = 'WIP: ';

function wordsOf({ access }: GiteaClient, draft: PullRequestDraft): { title: string; body: string } {
  const isDraft = access.draft || draft.asDraft === true;
  const title = isDraft ? `${draftMark}${draft.title}` : draft.title;
  return { title: title.slice(0, longestTitle), body: marked(draft.description, followUpMark(draft.headCommit)) };
}

export function isOwn({ head, base }: PullRequest): boolean {
  return base.repo_id == null || head.repo_id === base.repo_id;
}

/** Returns the branch, also when it was deleted. */
export function headOf({ head }: PullRequest): string {
  return head.label == null || head.label === '' ? head.ref : head.label;
}

export async function presentOptional(
  client: GiteaClient,
  found: PullRequest | undefined,
): Promise<Presented | undefined> {
  if (found === undefined) return undefined;
  const headCommit = found.state === 'open' ? (found.head.sha ?? '') : await headOfEnded(client, found);
  return { ...present(found), headCommit };
}

/** Its branch was pushed a moment ago, and the host may not have processed the push yet. */
function presentOpen(found: PullRequest, { headCommit }: PullRequestDraft): Presented {
  return { ...present(found), headCommit };
}

function present(found: PullRequest): Omit<Presented, 'headCommit'> {
  return {
    number: found.number,
    link: found.html_url,
    state: found.state === 'open' ? 'open' : found.merged === true ? 'merged' : 'closed',
    headRef: headOf(found),
    baseRef: found.base.ref,
    ...(found.merged === true && found.merge_commit_sha && { mergeCommit: found.merge_commit_sha }),
  };
}
