import type { HostEvent } from '../host-event.ts';
import { branchPath, pullRequestsPerPage } from './client.ts';
import type { BitbucketClient } from './client.ts';
import { hostComment } from './host-comment.ts';
import { anyState, isOwn } from './pull-requests.ts';
import { Activity, Branch, PullRequest } from './shapes.ts';

/** Bitbucket's clock may differ from the one that set `since`; an event that is reported twice has the same key. */
const marginMilliseconds = 120_000;
const mostPages = 20;
/** How many base branches are read: most projects have one. */
const mostBranches = 20;

/**
 * Returns what happened in pull requests since a time, and the current commits of the branches that open ones go into.
 * An hour allows a thousand requests, so the comments of all pull requests are read from one list, not from each.
 */
export async function changesSince(client: BitbucketClient, since: Date): Promise<HostEvent[]> {
  const from = new Date(since.getTime() - marginMilliseconds);
  const { ended, branches } = await changedPullRequests(client, from);
  return [...(await newComments(client, from)), ...ended, ...(await branchTips(client, branches))];
}

/** The list is newest first (https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/). */
async function newComments(client: BitbucketClient, from: Date): Promise<HostEvent[]> {
  const path = `${client.repository}/pullrequests/activity`;
  const list = { path, query: { pagelen: pullRequestsPerPage }, most: mostPages };
  const found: HostEvent[] = [];
  for await (const page of client.pages(Activity, 'read the activity of pull requests', list)) {
    const comments = page.flatMap(({ comment, pull_request: { id } }) => (comment ? [{ comment, id }] : []));
    const news = comments.filter(({ comment }) => timeOf(comment.created_on) >= from.getTime());
    for (const { comment, id } of news) {
      if (comment.deleted !== true) found.push({ kind: 'comment', comment: hostComment(id, comment) });
    }
    if (news.length < comments.length) break;
  }
  return found.toReversed();
}

async function changedPullRequests(
  client: BitbucketClient,
  from: Date,
): Promise<{ ended: HostEvent[]; branches: Set<string> }> {
  const q = `state="OPEN" OR updated_on >= ${from.toISOString().replace('Z', '+00:00')}`;
  const query = { q, sort: 'updated_on', pagelen: pullRequestsPerPage };
  const list = { path: `${client.repository}/pullrequests?${anyState}`, query, most: mostPages };
  const ended: HostEvent[] = [];
  const branches = new Set<string>();
  for await (const page of client.pages(PullRequest, 'list pull requests', list)) {
    for (const { id: number, state, destination } of page.filter(isOwn)) {
      if (state === 'OPEN') branches.add(destination.branch.name);
      else ended.push({ kind: 'ended', number, state: state === 'MERGED' ? 'merged' : 'closed' });
    }
  }
  return { ended, branches };
}

async function branchTips(client: BitbucketClient, branches: ReadonlySet<string>): Promise<HostEvent[]> {
  const events: HostEvent[] = [];
  for (const branch of [...branches].slice(0, mostBranches)) {
    const answer = await client.attempt('read a branch', { path: branchPath(client, branch) });
    const commit = Branch.safeParse(answer.json).data?.target.hash;
    if (answer.status === 404) events.push({ kind: 'pushed', branch, commit: null });
    else if (commit !== undefined) events.push({ kind: 'pushed', branch, commit });
  }
  return events;
}

function timeOf(time: string | null | undefined): number {
  return time == null ? 0 : Date.parse(time);
}
