import { z } from 'zod';
import type { HostEvent } from '../host-event.ts';
import type { GiteaClient } from './client.ts';
import { isOwn } from './pull-requests.ts';
import { commentSaid, isGiven, lineSaid, reviewName, reviewSaid } from './said.ts';
import { Comment, PullRequest, Review, ReviewComment } from './shapes.ts';

/** The host's clock and the one that says "since" may differ; what is told twice has the same key. */
const marginMilliseconds = 120_000;
const mostPages = 50;

interface Happened {
  /** Milliseconds of the epoch. */
  at: number;
  event: HostEvent;
}

/** What happened in pull requests, and where the branches are that open ones go into. */
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
        event: { kind: 'comment', comment: commentSaid(Number(number), comment) },
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
    for (const review of page.filter(isGiven)) happened.push(...(await saidIn(client, number, review, from)));
  }
  if (found.state === 'open') return happened;
  const state = found.merged === true ? 'merged' : 'closed';
  return [...happened, { at: timeOf(found.updated_at), event: { kind: 'ended', number, state } }];
}

/**
 * What a review says is new when it was given since, whenever it was begun: a person may write on it for an hour. What
 * is answered in one of its threads is listed with it too, and may be new in one of long ago: so the lines of each are
 * read. It is no part of the review, which may ask for all that it says of lines, and not for what is said of them later.
 */
async function saidIn(client: GiteaClient, number: number, review: Review, from: Date): Promise<Happened[]> {
  const given = review.updated_at ?? review.submitted_at;
  const at = timeOf(given);
  const isNew = given == null || at >= from.getTime();
  const body = review.body ?? '';
  const whole = { user: review.user, body, commit: review.commit_id ?? '', link: review.html_url ?? '' };
  const happened: Happened[] =
    !isNew || body.trim() === '' ? [] : [{ at, event: { kind: 'comment', comment: reviewSaid(number, whole) } }];
  if (review.comments_count === 0) return happened;
  const path = `${client.repository}/pulls/${number}/reviews/${review.id}/comments`;
  const lines = await client.ask(z.array(ReviewComment), 'read the comments of a review', { path });
  const news = lines.filter(({ created_at: created }) => isNew || timeOf(created) >= from.getTime());
  // They come in no order: the host keeps them in a map by file and line.
  news.sort((a, b) => a.id - b.id);
  return [
    ...happened,
    ...news.map((line): Happened => {
      const saidAt = timeOf(line.created_at);
      const isPart = given == null || saidAt <= at;
      const comment = lineSaid(number, line, isPart ? reviewName(number, whole) : undefined);
      return { at: Math.max(at, saidAt), event: { kind: 'comment', comment } };
    }),
  ];
}

/** What an open pull request tells as its base is where that branch is now (services/convert/pull.go of Gitea). */
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
