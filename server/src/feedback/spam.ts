import type { FeedbackDropReason, FeedbackRequest } from '@copydesk/contract';

/** Nobody has opened a field, written into it and sent it within this time. */
const quickestMilliseconds = 1_000;

const mostLinks = 3;

/** What shows that a program has sent something, and no reader; undefined where nothing does. */
export function spamIn({ website, openFor, comment }: FeedbackRequest): FeedbackDropReason | undefined {
  if (website != null && website !== '') return 'honeypot';
  if (comment == null || comment.trim() === '') return undefined;
  if (openFor != null && openFor < quickestMilliseconds) return 'too_fast';
  return (comment.match(/https?:\/\/|\[url|<a\s/gi) ?? []).length > mostLinks ? 'links' : undefined;
}
