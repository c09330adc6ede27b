import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostEvent } from '../host-event.ts';
import type { GithubClient } from './client.ts';
import { commentEvent, endedEvent, reviewCommentEvent, reviewEvent } from './events.ts';
import { newestFirst } from './newest-first.ts';
import { isOwn, IssueComment, Pull, Review, ReviewComment } from './shapes.ts';

/**
 * Everything since a time, by lists whose addresses stay the same: while nothing happens, each costs a `304`, which
 * counts for no limit. Base branches of open pull requests are told with their commits, moved or not: who has heard of
 * one does not hear of it twice.
 */
export async function changesSince(client: GithubClient, since: Date): Promise<HostEvent[]> {
  // GitHub's clock is not ours: what was told before is told again rather than missed.
  const from = new Date(since.getTime() - 120_000).toISOString();
  const pulls = await newestFirst(client, Pull, 'GET /repos/{owner}/{repo}/pulls', { state: 'all' }, from);
  const events = [
    ...pulls.filter((pull) => pull.state === 'closed' && (pull.closed_at ?? '') >= from).map(ended),
    ...(await comments(client, from)),
    ...(await reviewComments(client, from)),
    ...(await reviews(client, pulls.filter(isOfCopydesk), from)),
  ];
  const inOrder = events.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ event }) => event);
  return [...inOrder, ...(await baseBranches(client))];
}

interface Dated {
  at: string;
  event: HostEvent;
}

function ended(pull: Pull): Dated {
  return { at: pull.closed_at ?? pull.updated_at, event: endedEvent(pull) };
}

async function comments(client: GithubClient, from: string): Promise<Dated[]> {
  const route = 'GET /repos/{owner}/{repo}/issues/comments';
  const found = await newestFirst(client, IssueComment, route, {}, from);
  return found.flatMap((comment) => {
    // Comments of issues and of pull requests are in one list; the address tells which is which.
    const number = /\/pull\/(\d+)/u.exec(comment.html_url)?.[1];
    if (number === undefined || comment.created_at < from) return [];
    return [{ at: comment.created_at, event: commentEvent(comment, Number(number)) }];
  });
}

async function reviewComments(client: GithubClient, from: string): Promise<Dated[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/comments';
  const found = await newestFirst(client, ReviewComment, route, {}, from);
  return found
    .filter((comment) => comment.created_at >= from)
    .map((comment) => ({ at: comment.created_at, event: reviewCommentEvent(comment) }));
}

/** Reviews are listed by pull request alone: those of Copydesk's that have changed are asked for. */
async function reviews(client: GithubClient, pulls: Pull[], from: string): Promise<Dated[]> {
  const all: Dated[] = [];
  for (const { number } of pulls) {
    const found = await allPages(client, Review, 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
      pull_number: number,
    });
    for (const review of found) {
      const at = review.submitted_at ?? '';
      const event = at >= from ? reviewEvent(review, number) : undefined;
      if (event !== undefined) all.push({ at, event });
    }
  }
  return all;
}

/** Where the branches stand that Copydesk's open pull requests go to. */
async function baseBranches(client: GithubClient): Promise<HostEvent[]> {
  const open = await allPages(client, Pull, 'GET /repos/{owner}/{repo}/pulls', { state: 'open' });
  const branches = new Set(open.filter(isOfCopydesk).map(({ base }) => base.ref));
  const events: HostEvent[] = [];
  for (const branch of branches) events.push({ kind: 'pushed', branch, commit: await headOf(client, branch) });
  return events;
}

async function headOf(client: GithubClient, branch: string): Promise<string | null> {
  const shape = z.object({ commit: z.object({ sha: z.string() }) });
  try {
    return (await client.askAgain(shape, 'GET /repos/{owner}/{repo}/branches/{branch}', { branch })).commit.sha;
  } catch (error) {
    if (isCopydeskError(error, 'repository_not_found')) return null;
    throw error;
  }
}

function isOfCopydesk(pull: Pull): boolean {
  return isOwn(pull) && pull.head.ref.startsWith('copydesk/');
}

const pageSize = 100;

async function allPages<T>(
  client: GithubClient,
  schema: z.ZodType<T>,
  route: string,
  parameters: Record<string, unknown>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const found = await client.askAgain(z.array(schema), route, { ...parameters, per_page: pageSize, page });
    all.push(...found);
    if (found.length < pageSize) break;
  }
  return all;
}
