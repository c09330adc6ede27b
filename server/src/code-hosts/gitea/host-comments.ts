import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { diffExcerpt } from '../text/diff-excerpt.ts';
import type { HostComment } from '../host-event.ts';
import { isBot } from './people.ts';
import type { Comment, Review, ReviewComment, User } from './shapes.ts';

type Account = z.infer<typeof User> | null | undefined;

/** Returns a comment on a pull request as a whole. */
export function hostComment(number: number, comment: Comment): HostComment {
  const { id, body, user, html_url: link } = comment;
  return {
    id: `issue-comment-${id}`,
    number,
    ...authorFields(user),
    body,
    link: link ?? '',
    thread: null,
    place: null,
  };
}

/** Returns the text of a review itself. */
export function hostReview(number: number, review: SubmittedReview & { link: string }): HostComment {
  const { user, body, link } = review;
  const id = reviewName(number, review);
  return { id, number, ...authorFields(user), body, link, thread: null, review: id, place: null };
}

interface SubmittedReview {
  user: Account;
  body: string;
  commit: string;
}

/**
 * Returns a name for a review. The list of reviews has its id and the webhook does not, so the name is made from what
 * both contain. Two reviews without text have one name when the same person gave them on the same commit.
 */
export function reviewName(number: number, { user, body, commit }: SubmittedReview): string {
  const identity = JSON.stringify([number, user?.login.toLowerCase() ?? '', body.trim(), commit]);
  return `review-${createHash('sha256').update(identity).digest('hex').slice(0, 20)}`;
}

/**
 * Returns a comment on a line. Its id comes from the same sequence as those of all comments, and the webhook reports a
 * reply in its thread as a comment of the pull request: so both get the same kind of name, and are recognised as the
 * same.
 *
 * @param review the name of the review that it belongs to; undefined for a reply.
 */
export function hostLineComment(number: number, comment: ReviewComment, review: string | undefined): HostComment {
  const { path } = comment;
  const newLine = comment.position == null || comment.position === 0 ? null : comment.position;
  const oldLine =
    comment.original_position == null || comment.original_position === 0 ? null : comment.original_position;
  const excerpt = diffExcerpt(comment.diff_hunk ?? '', { newLine, oldLine });
  const located = { ...hostComment(number, comment), place: { path, line: newLine ?? oldLine, excerpt } };
  return review === undefined ? located : { ...located, review };
}

/** Whether a review was submitted: one that is still being written, or only requested, contains nothing to read. */
export function isSubmitted({ state }: Review): boolean {
  return state !== 'PENDING' && state !== 'REQUEST_REVIEW';
}

function authorFields(user: Account): Pick<HostComment, 'author' | 'isBot'> {
  return { author: user?.login ?? '', isBot: isBot(user) };
}
