import type { z } from 'zod';
import type { HostComment, HostEvent } from '../host-event.ts';
import { threadOf } from './change/comments.ts';
import type { Author, ReviewComment, Written } from './shapes.ts';

/**
 * Returns the event of an ended pull request in the form of all hosts: by webhook and by polling, the same thing has
 * the same name.
 */
export function endedEvent(pull: { number: number; merged_at?: string | null | undefined }): HostEvent {
  const isMerged = pull.merged_at !== null && pull.merged_at !== undefined;
  return { kind: 'ended', number: pull.number, state: isMerged ? 'merged' : 'closed' };
}

export function commentEvent(comment: Written, number: number): HostEvent {
  const { id, body, html_url: link } = comment;
  return commentEventOf(
    { id: `issue-comment-${id}`, number, body: body ?? '', link, thread: null, place: null },
    comment.user,
  );
}

/** Returns undefined for a review without a text of its own: its comments on lines are reported one by one. */
export function reviewEvent(review: Written, number: number): HostEvent | undefined {
  const { id, body, html_url: link, user } = review;
  if (body === null || body === undefined || body.trim() === '') return undefined;
  const name = `review-${id}`;
  return commentEventOf({ id: name, number, body, link, thread: null, review: name, place: null }, user);
}

export function reviewCommentEvent(comment: ReviewComment): HostEvent {
  const { id, body, html_url: link, path, line, original_line: originalLine, diff_hunk: hunk, user } = comment;
  const number = Number(/\/pulls\/(\d+)$/u.exec(comment.pull_request_url)?.[1] ?? 0);
  const place = { path, line: line ?? originalLine ?? null, excerpt: excerptOf(hunk ?? '') };
  const { pull_request_review_id: reviewId } = comment;
  const review = reviewId == null ? {} : { review: `review-${reviewId}` };
  const remark = { id: `review-comment-${id}`, number, body: body ?? '', link, thread: threadOf(comment), place };
  return commentEventOf({ ...remark, ...review }, user);
}

function commentEventOf(comment: Omit<HostComment, 'author' | 'isBot'>, user: z.infer<typeof Author>): HostEvent {
  const author = user?.login ?? 'ghost';
  const isBot = user?.type === 'Bot' || author.endsWith('[bot]');
  return { kind: 'comment', comment: { ...comment, author, isBot } };
}

/** The commented lines are the last ones of the hunk. */
function excerptOf(hunk: string): string {
  return hunk.split('\n').slice(-6).join('\n').slice(-1000);
}
