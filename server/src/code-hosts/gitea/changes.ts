import { z } from 'zod';
import type { HostEvent } from '../host-event.ts';
import type { GiteaClient } from './client.ts';
import { isOwn } from './pull-requests.ts';
import { hostComment, hostLineComment, hostReview, isSubmitted, reviewName } from './host-comments.ts';
import { Comment, PullRequest, Review, ReviewComment } from './shapes.ts';

/** The host's clock may differ from the one that set `since`; an event that is reported twice has the same key. */
const marginMilliseconds = 120_000;
const mostPages = 50;

interface Happened {
  /** Milliseconds since the Unix epoch. */
  at: number;
  event: HostEvent;
}

/** Returns what happened in pull requests, and the commits of the branches that open ones go into. */
export async function changesSince(client: GiteaClient, since: Date): Promise<HostEvent[]> {
  const from = new Date(since.getTime() - marginMilliseconds);
  const happened = [...(await commentsSince(client, from)), ...(await changedPullRequests(client, from))];
  return [...happened.sort((a, b) => a.at - b.at).map(({ event }) => event), ...(await branchTips(client))];
}

async function commentsSince(client: GiteaClient, from: Date): Promise<Happened[]> {
  const path = `${client.repository}/issues/comments`;
  const request = { path, query: { since: from.toISOString() }, most: mostPages };
  const happened: Happened[] = [];
  for await (const page of client.pages(Comment, 'read comments', request)) {
    for (const comment of page) {
      const number = /\/pulls\/(\d+)/.exec(comment.pull_request_url ?? '')?.[1];
      if (number === undefined) continue;
      happened.push({
        at: timeOf(comment.created_at),
        event: { kind: 'comment', comment: hostComment(Number(number), comment) },
      });
    }
  }
  return happened;
}

async function changedPullRequests(client: GiteaClient, from: Date): Promise<Happened[]> {
  const query = { state: 'all', sort: 'recentupdate' };
  const request = { path: `${client.repository}/pulls`, query, most: mostPages };
  const happened: Happened[] = [];
  for await (const page of client.pages(PullRequest, 'list pull requests', request)) {
    const changed = page.filter((found) => found.updated_at == null || timeOf(found.updated_at) >= from.getTime());
    for (const found of changed.filter(isOwn)) happened.push(...(await happenedIn(client, found, from)));
    if (changed.length < page.length) break;
  }
  return happened;
}

async function happenedIn(client: GiteaClient, found: PullRequest, from: Date): Promise<Happened[]> {
  const { number } = found;
  const happened: Happened[] = [];
  const path = `${client.repository}/pulls/${number}/reviews`;
  for await (const page of client.pages(Review, 'read reviews', { path, most: mostPages })) {
    for (const review of page.filter(isSubmitted))
      happened.push(...(await commentsOfReview(client, number, review, from)));
  }
  if (found.state === 'open') return happened;
  const state = found.merged === true ? 'merged' : 'closed';
  return [...happened, { at: timeOf(found.updated_at), event: { kind: 'ended', number, state } }];
}

/**
 * Returns the comments of a review. Its text is new when it was submitted since, whenever it was started: a person may
 * write it for an hour. Replies in its threads are listed with it too, and may be new in an old review, so the lines of
 * each review are read. A reply is not part of the review, which may ask for everything that it says about lines, but
 * not for what is said later.
 */
async function commentsOfReview(client: GiteaClient, number: number, review: Review, from: Date): Promise<Happened[]> {
  const given = review.updated_at ?? review.submitted_at;
  const at = timeOf(given);
  const isNew = given == null || at >= from.getTime();
  const body = review.body ?? '';
  const whole = { user: review.user, body, commit: review.commit_id ?? '', link: review.html_url ?? '' };
  const happened: Happened[] =
    !isNew || body.trim() === '' ? [] : [{ at, event: { kind: 'comment', comment: hostReview(number, whole) } }];
  if (review.comments_count === 0) return happened;
  const path = `${client.repository}/pulls/${number}/reviews/${review.id}/comments`;
  const lines = await client.ask(z.array(ReviewComment), 'read the comments of a review', { path });
  const news = lines.filter(({ created_at: created }) => isNew || timeOf(created) >= from.getTime());
  // They are unordered, because the host keeps them in a map by file and line.
  news.sort((a, b) => a.id - b.id);
  return [
    ...happened,
    ...news.map((line): Happened => {
      const createdAt = timeOf(line.created_at);
      const isPart = given == null || createdAt <= at;
      const comment = hostLineComment(number, line, isPart ? reviewName(number, whole) : undefined);
      return { at: Math.max(at, createdAt), event: { kind: 'comment', comment } };
    }),
  ];
}

/** The base of an open pull request shows the current commit of its branch (services/convert/pull.go of Gitea). */
async function branchTips(client: GiteaClient): Promise<HostEvent[]> {
  const tips = new Map<string, string>();
  const request = { path: `${client.repository}/pulls`, query: { state: 'open' }, most: mostPages };
  for await (const page of client.pages(PullRequest, 'list pull requests', request)) {
    for (const found of page.filter(isOwn)) {
      if (found.base.sha != null && found.base.sha !== '') tips.set(found.base.ref, found.base.sha);
    }
  }
  return [...tips].map(([branch, commit]) => ({ kind: 'pushed', branch, commit }));
}

function timeOf(time: string | null | undefined): number {
  return time == null ? 0 : Date.parse(time);
}
