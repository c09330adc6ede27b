import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { diffExcerpt } from '../diff-excerpt.ts';
import type { HostComment } from '../host-event.ts';
import { isBot } from './people.ts';
import type { Comment, Review, ReviewComment, User } from './shapes.ts';

type Account = z.infer<typeof User> | null | undefined;

/** A comment of a pull request as a whole. */
export function commentSaid(number: number, comment: Comment): HostComment {
  const { id, body, user, html_url: link } = comment;
  return { id: `issue-comment-${id}`, number, ...by(user), body, link: link ?? '', thread: null, place: null };
}

/** What a review says as a whole. */
export function reviewSaid(number: number, review: GivenReview & { link: string }): HostComment {
  const { user, body, link } = review;
  const id = reviewName(number, review);
  return { id, number, ...by(user), body, link, thread: null, review: id, place: null };
}

interface GivenReview {
  user: Account;
  body: string;
  commit: string;
}

/**
 * The webhook of a review has no number for it, and the list of reviews has: so it is named by what both tell. Two that
 * say nothing as a whole have one name where they are of one person on one commit.
 */
export function reviewName(number: number, { user, body, commit }: GivenReview): string {
  const said = JSON.stringify([number, user?.login.toLowerCase() ?? '', body.trim(), commit]);
  return `review-${createHash('sha256').update(said).digest('hex').slice(0, 20)}`;
}

/**
 * What is said about a line. Its number is one of those of all comments, and an answer in its thread is told by webhook
 * as a comment of the pull request: so both are named alike, and are known to be the same.
 *
 * @param review the name of the review that it is part of; undefined of an answer.
 */
export function lineSaid(number: number, comment: ReviewComment, review: string | undefined): HostComment {
  const { id, body, user, html_url: link, path } = comment;
  const newLine = comment.position == null || comment.position === 0 ? null : comment.position;
  const oldLine =
    comment.original_position == null || comment.original_position === 0 ? null : comment.original_position;
  const excerpt = diffExcerpt(comment.diff_hunk ?? '', { newLine, oldLine });
  const place = { path, line: newLine ?? oldLine, excerpt };
  const said = { id: `issue-comment-${id}`, number, ...by(user), body, link: link ?? '', thread: null, place };
  return review === undefined ? said : { ...said, review };
}

/** A review that is still written, or only asked for, says nothing. */
export function isGiven({ state }: Review): boolean {
  return state !== 'PENDING' && state !== 'REQUEST_REVIEW';
}

function by(user: Account): Pick<HostComment, 'author' | 'isBot'> {
  return { author: user?.login ?? '', isBot: isBot(user) };
}
