import type { FeedbackDropReason, FeedbackRequest } from '@copydesk/contract';

/** No person opens a field, writes into it and sends it within this time. */
const minimumMilliseconds = 1_000;

const mostLinks = 3;

/** Returns the sign that a program sent this and not a reader, or undefined when there is none. */
export function spamIn({ website, openFor, comment }: FeedbackRequest): FeedbackDropReason | undefined {
  if (website != null && website !== '') return 'honeypot';
  if (comment == null || comment.trim() === '') return undefined;
  if (openFor != null && openFor < minimumMilliseconds) return 'too_fast';
  return (comment.match(/https?:\/\/|\[url|<a\s/gi) ?? []).length > mostLinks ? 'links' : undefined;
}
