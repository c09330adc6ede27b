import type { z } from 'zod';
import type { HostComment, HostEvent } from '../host-event.ts';
import { threadOf } from './comments.ts';
import type { Author, ReviewComment, Written } from './shapes.ts';

/** What happened at GitHub as all hosts tell it: by webhook and by asking, the same thing has the same name. */
export function endedEvent(pull: { number: number; merged_at?: string | null | undefined }): HostEvent {
  const isMerged = pull.merged_at !== null && pull.merged_at !== undefined;
  return { kind: 'ended', number: pull.number, state: isMerged ? 'merged' : 'closed' };
}

export function commentEvent(comment: Written, number: number): HostEvent {
  const { id, body, html_url: link } = comment;
  return said({ id: `issue-comment-${id}`, number, body: body ?? '', link, thread: null, place: null }, comment.user);
}

/** Undefined for a review that says nothing of its own: its comments on lines are told one by one. */
export function reviewEvent(review: Written, number: number): HostEvent | undefined {
  const { id, body, html_url: link, user } = review;
  if (body === null || body === undefined || body.trim() === '') return undefined;
  const name = `review-${id}`;
  return said({ id: name, number, body, link, thread: null, review: name, place: null }, user);
}

export function reviewCommentEvent(comment: ReviewComment): HostEvent {
  const { id, body, html_url: link, path, line, original_line: originalLine, diff_hunk: hunk, user } = comment;
  const number = Number(/\/pulls\/(\d+)$/u.exec(comment.pull_request_url)?.[1] ?? 0);
  const place = { path, line: line ?? originalLine ?? null, excerpt: excerptOf(hunk ?? '') };
  const { pull_request_review_id: reviewId } = comment;
  const review = reviewId == null ? {} : { review: `review-${reviewId}` };
  const remark = { id: `review-comment-${id}`, number, body: body ?? '', link, thread: threadOf(comment), place };
  return said({ ...remark, ...review }, user);
}

function said(comment: Omit<HostComment, 'author' | 'isBot'>, user: z.infer<typeof Author>): HostEvent {
  const author = user?.login ?? 'ghost';
  const isBot = user?.type === 'Bot' || author.endsWith('[bot]');
  return { kind: 'comment', comment: { ...comment, author, isBot } };
}

/** The lines that a comment stands under are the last ones of its part of the diff. */
function excerptOf(hunk: string): string {
  return hunk.split('\n').slice(-6).join('\n').slice(-1000);
}
