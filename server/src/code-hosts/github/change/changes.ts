import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostEvent } from '../../host-event.ts';
import type { GithubClient } from '../client.ts';
import { commentEvent, endedEvent, reviewCommentEvent, reviewEvent } from '../events.ts';
import { newestFirst } from '../requests/newest-first.ts';
import { isOwn, IssueComment, Pull, Review, ReviewComment } from '../shapes.ts';

/**
 * Returns everything since a time, from lists whose addresses stay the same: while nothing happens, each costs a `304`,
 * which does not count against the rate limit. Base branches of open pull requests are reported with their commits,
 * moved or not: a receiver that knows one ignores it.
 */
export async function changesSince(client: GithubClient, since: Date): Promise<HostEvent[]> {
  // GitHub's clock may differ from ours: events are reported twice rather than missed.
  const from = new Date(since.getTime() - 120_000).toISOString();
  const pulls = await newestFirst(client, Pull, 'GET /repos/{owner}/{repo}/pulls', { state: 'all' }, from);
  const open = await allPages(client, Pull, 'GET /repos/{owner}/{repo}/pulls', { state: 'open' });
  const own = [...pulls, ...open].filter(isOfCopydesk);
  const events = [
    ...pulls.filter((pull) => pull.state === 'closed' && (pull.closed_at ?? '') >= from).map(ended),
    ...(await comments(client, own, from)),
    ...(await reviewComments(client, own, from)),
    ...(await reviews(client, pulls.filter(isOfCopydesk), from)),
  ];
  const inOrder = events.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ event }) => event);
  return [...inOrder, ...(await baseBranches(client, open.filter(isOfCopydesk)))];
}

interface Dated {
  at: string;
  event: HostEvent;
}

function ended(pull: Pull): Dated {
  return { at: pull.closed_at ?? pull.updated_at, event: endedEvent(pull) };
}

async function comments(client: GithubClient, own: Pull[], from: string): Promise<Dated[]> {
  const found = await newComments(client, IssueComment, own, from, {
    ofAll: 'GET /repos/{owner}/{repo}/issues/comments',
    ofOne: 'GET /repos/{owner}/{repo}/issues/{pull_number}/comments',
  });
  return found.flatMap(({ one: comment, of }) => {
    // Comments of issues and of pull requests are in one list; the address distinguishes them.
    const number = of ?? /\/pull\/(\d+)/u.exec(comment.html_url)?.[1];
    return number === undefined ? [] : [{ at: comment.created_at, event: commentEvent(comment, Number(number)) }];
  });
}

async function reviewComments(client: GithubClient, own: Pull[], from: string): Promise<Dated[]> {
  const found = await newComments(client, ReviewComment, own, from, {
    ofAll: 'GET /repos/{owner}/{repo}/pulls/comments',
    ofOne: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
  });
  return found.map(({ one: comment }) => ({ at: comment.created_at, event: reviewCommentEvent(comment) }));
}

/**
 * Returns new comments. When the list of all comments does not exist, as when issues are switched off, each pull
 * request is read in turn.
 *
 * @returns each with its pull request, if it was read from one.
 */
async function newComments<T extends { created_at: string; updated_at: string }>(
  client: GithubClient,
  schema: z.ZodType<T>,
  own: Pull[],
  from: string,
  routes: { ofAll: string; ofOne: string },
): Promise<{ one: T; of: number | undefined }[]> {
  const isNew = ({ one }: { one: T }): boolean => one.created_at >= from;
  try {
    const found = await newestFirst(client, schema, routes.ofAll, {}, from);
    // Within the same second, the newer one stays after the older.
    return found
      .toReversed()
      .map((one) => ({ one, of: undefined }))
      .filter(isNew);
  } catch (error) {
    if (!isCopydeskError(error, 'repository_not_found')) throw error;
  }
  const all: { one: T; of: number }[] = [];
  for (const of of new Set(own.map(({ number }) => number))) {
    const found = await allPages(client, schema, routes.ofOne, { pull_number: of });
    all.push(...found.map((one) => ({ one, of })).filter(isNew));
  }
  return all;
}

/** Reviews are listed only by pull request: those of Copydesk's pull requests that have changed are read. */
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

/** Returns the current commits of the base branches of Copydesk's open pull requests. */
async function baseBranches(client: GithubClient, open: Pull[]): Promise<HostEvent[]> {
  const branches = new Set(open.map(({ base }) => base.ref));
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
